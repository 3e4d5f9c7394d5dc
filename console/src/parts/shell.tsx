import { useState } from "preact/hooks";

import { boundScope, claims, signOut } from "../api/session.ts";
import { t, type Word } from "../i18n/index.ts";
import { choose, language, theme } from "../preferences.ts";
import { chooseScope, link, scope } from "../route.ts";
import { Input } from "./form.tsx";

export function Side({ pages, current }: { pages: string[]; current: string }) {
  const [open, setOpen] = useState(false);
  const { sub, org, roles } = claims.value;
  return (
    <header class="side" data-open={open}>
      <div class="brand">
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" />
        {t("app.name")}
        <button type="button" class="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t("menu")}
        </button>
      </div>
      <nav aria-label={t("nav")}>
        <ul>
          {pages.map((page) => (
            <li>
              <a href={link(page)} aria-current={page === current ? "page" : undefined} onClick={() => setOpen(false)}>
                {t(`page.${page}` as Word)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="foot">
        <Preferences />
        <div class="stack tight">
          <span class="muted">
            {t("as", { who: "" })}
            <bdi>{[sub, org].filter(Boolean).join(" @ ")}</bdi>
          </span>
          {roles?.length ? <span class="muted">{t("roles", { roles: roles.join(", ") })}</span> : null}
          <button type="button" onClick={signOut}>
            {t("signout")}
          </button>
        </div>
      </div>
    </header>
  );
}

export const Preferences = () => (
  <div class="row">
    <button type="button" onClick={() => choose({ theme: theme.value === "dark" ? "light" : "dark" })}>
      {t("theme.change", { theme: t(`theme.${theme.value}`) })}
    </button>
    <button type="button" lang={language.value === "zh" ? "en" : "zh-Hans"} onClick={() => choose({ language: language.value === "zh" ? "en" : "zh" })}>
      {t("language.other")}
    </button>
  </div>
);

/** Whose data the pages show. */
export function ScopeBar() {
  const [text, setText] = useState(scope.value);
  return (
    <div class="top" role="search" aria-label={t("scope")}>
      <form onSubmit={(event) => (event.preventDefault(), chooseScope(text.trim() || null))}>
        <div>
          <Input label={t("scope")} value={text} onChange={setText} class="mono" dir="ltr" />
        </div>
        <button type="submit">{t("scope.show")}</button>
        {scope.value !== boundScope.value && (
          <button type="button" class="quiet" onClick={() => chooseScope(null)}>
            {t("scope.own")}
          </button>
        )}
      </form>
    </div>
  );
}
