import { useState } from "preact/hooks";

import { signIn, signInFault } from "../api/session.ts";
import { t } from "../i18n/index.ts";
import { Preferences } from "../parts/shell.tsx";

export function SignIn() {
  const [busy, setBusy] = useState(false);
  const begin = (): void => {
    setBusy(true);
    signIn().catch(() => {
      signInFault.value = "unreachable";
      setBusy(false);
    });
  };
  const fault = signInFault.value as "expired" | "refused" | "unreachable" | null;
  return (
    <main class="signin">
      <div class="card">
        <div class="brand">
          <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" />
          {t("app.name")}
        </div>
        <h1>{t("signin.title")}</h1>
        <p class="muted">{t("signin.why")}</p>
        {fault && (
          <p class="note warn" role="alert">
            {t(`signin.${fault}`)}
          </p>
        )}
        <button type="button" class="primary" onClick={begin} disabled={busy}>
          {t("signin.do")}
        </button>
        <Preferences />
      </div>
    </main>
  );
}
