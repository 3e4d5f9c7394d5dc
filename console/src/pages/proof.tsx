import { useState } from "preact/hooks";

import { at, get, post } from "../api/client.ts";
import { useAct } from "../api/load.ts";
import type { Deletion, Jwk, SignedReceipt } from "../api/types.ts";
import { t, term, when } from "../i18n/index.ts";
import { Fault } from "../parts/notes.tsx";
import { Id } from "../parts/text.tsx";
import { type Checked, verifyLater, verifyReceipt } from "../proof/receipt.ts";

const MOST_BYTES = 1_000_000;

/** The receipt, checked here in the browser and not by the service; and a new look at the stores. */
export function Proof({ deletion }: { deletion: Deletion }) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const { act, busy, fault } = useAct();
  const { request_id, scope } = deletion;
  const signed = deletion.receipt?.signing === "signed";
  const read = (): Promise<SignedReceipt> => get(at("deletions", request_id, "receipt"), { scope });
  const verify = async (): Promise<void> => {
    const [receipt, keys] = await Promise.all([read(), published()]);
    setChecked(await verifyReceipt(receipt, keys, request_id));
  };
  const lookAgain = async (): Promise<void> => {
    const answer = await post<{ verification: { statement: string } | null }>(at("deletions", request_id, "verify"), undefined, { scope });
    setChecked(answer.verification && (await verifyLater(answer.verification.statement, await published(), request_id)));
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const text = file.size <= MOST_BYTES ? await file.text() : "";
    setChecked(await verifyReceipt(parsed(text), await published(), request_id));
  };
  return (
    <section class="card" aria-labelledby="proof">
      <h2 id="proof">{t("proof.title")}</h2>
      <p class="muted">{t("proof.about")}</p>
      <div class="row">
        <button type="button" class="primary" disabled={busy || !signed} onClick={() => act(verify)}>
          {t("proof.verify")}
        </button>
        <button type="button" disabled={busy || deletion.status !== "completed"} onClick={() => act(lookAgain)}>
          {t("proof.again")}
        </button>
        <button type="button" disabled={busy || !signed} onClick={() => act(async () => save(await read()))}>
          {t("proof.download")}
        </button>
      </div>
      <details>
        <summary>{t("proof.file")}</summary>
        <label class="stack tight">
          {t("proof.choose")}
          <input type="file" disabled={busy} accept=".json,application/json" onChange={(event) => ((file) => act(() => open(file)))(event.currentTarget.files?.[0])} />
        </label>
      </details>
      {fault && <Fault fault={fault} />}
      {checked && <Result checked={checked} />}
    </section>
  );
}

function Result({ checked }: { checked: Checked }) {
  const { stated, place } = checked;
  return (
    <div class="stack" role="status">
      <p class={checked.valid ? "note good" : "note bad"}>
        <strong>{checked.valid ? (place ? t("proof.valid") : t("proof.later")) : t("proof.invalid")}</strong>
      </p>
      <ol class="checks">
        {checked.steps.map(({ step, holds }) => (
          <li>
            <span aria-hidden="true">{holds ? "✓" : "✗"}</span>
            <span>
              {term("step", step)} <span class="hidden">{holds ? t("proof.holds") : t("proof.fails")}</span>
            </span>
          </li>
        ))}
      </ol>
      {checked.valid && stated && (
        <dl class="pairs">
          <dt>{t("proof.signed")}</dt>
          <dd>
            {when(checked.signedAt)} <Id>{checked.issuer}</Id>
          </dd>
          <dt>{t("proof.key")}</dt>
          <dd>
            <Id>{checked.kid}</Id>
          </dd>
          {place && (
            <>
              <dt>{t("proof.place")}</dt>
              <dd>{t("proof.entry", { index: place.index, size: place.size })}</dd>
              <dt>{t("proof.root")}</dt>
              <dd>
                <Id>{place.root}</Id>
              </dd>
            </>
          )}
          {stated.stores?.map((one) => (
            <>
              <dt>{term("store", one.store)}</dt>
              <dd>{t("proof.store", { removed: one.removed ?? "–", residue: one.residue })}</dd>
            </>
          ))}
          {stated.legal_holds?.map((one) => (
            <>
              <dt>{t("proof.hold")}</dt>
              <dd>
                <Id>{one.hold_id}</Id> {t("hold.since", { placed: when(one.placed_at), released: when(one.released_at) })}
              </dd>
            </>
          ))}
          {stated.not_checked?.map((one) => (
            <>
              <dt>{t("proof.unchecked")}</dt>
              <dd>
                {one.what}: {one.why}
              </dd>
            </>
          ))}
        </dl>
      )}
      {checked.valid && <p class="muted small">{t("proof.keys")}</p>}
    </div>
  );
}

async function published(): Promise<Jwk[]> {
  return (await get<{ keys: Jwk[] }>("/v1/receipts/keys")).keys;
}

function parsed(text: string): SignedReceipt {
  try {
    return JSON.parse(text) as SignedReceipt;
  } catch {
    return {} as SignedReceipt;
  }
}

function save(receipt: SignedReceipt): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 2)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: "receipt.json" });
  link.click();
  URL.revokeObjectURL(address);
}
