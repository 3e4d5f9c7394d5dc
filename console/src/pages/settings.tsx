import { call, get } from "../api/client.ts";
import { useAct, useLoad } from "../api/load.ts";
import { claims, holds } from "../api/session.ts";
import type { Jwk, Metrics } from "../api/types.ts";
import { number, t, term, when } from "../i18n/index.ts";
import { Head } from "../parts/head.tsx";
import { Badge, Fault, Shown } from "../parts/notes.tsx";
import { Id } from "../parts/text.tsx";

export const Settings = () => (
  <>
    <Head title={t("page.settings")} about={t("settings.about")} />
    <div class="halves">
      <Health />
      <Token />
      <Thresholds />
      <Keys />
    </div>
    <InForce />
  </>
);

function Health() {
  const loaded = useLoad("health", (signal) => get<{ status: string; calibration: string }>("/v1/health", undefined, signal));
  return (
    <section class="card" aria-labelledby="health">
      <div class="row apart">
        <h2 id="health">{t("settings.health")}</h2>
        <button type="button" onClick={loaded.reload}>
          {t("refresh")}
        </button>
      </div>
      <Shown of={loaded}>
        {({ status, calibration }) => (
          <dl class="pairs">
            <dt>{t("overview.health")}</dt>
            <dd>
              <Badge group="health">{status}</Badge>
            </dd>
            <dt>{t("settings.calibration")}</dt>
            <dd>{term("calibration", calibration)}</dd>
          </dl>
        )}
      </Shown>
    </section>
  );
}

function Token() {
  const { org, sub, roles, memory_scope, exp } = claims.value;
  return (
    <section class="card" aria-labelledby="token">
      <h2 id="token">{t("settings.token")}</h2>
      <dl class="pairs">
        <dt>{t("settings.org")}</dt>
        <dd>
          <Id>{org ?? "–"}</Id>
        </dd>
        <dt>{t("settings.user")}</dt>
        <dd>
          <Id>{sub ?? "–"}</Id>
        </dd>
        <dt>{t("memory.scope")}</dt>
        <dd>
          <Id>{memory_scope ?? "–"}</Id>
        </dd>
        <dt>{t("settings.roles")}</dt>
        <dd>{roles?.join(", ") || "–"}</dd>
        <dt>{t("settings.until")}</dt>
        <dd>{exp ? when(new Date(exp * 1000).toISOString()) : "–"}</dd>
      </dl>
    </section>
  );
}

/** From which relevance on a recall returns a memory, and how feedback moved that. */
function Thresholds() {
  const org = `/org/${claims.value.org ?? ""}`;
  const loaded = useLoad(org, (signal) => get<Metrics>("/v1/metrics", { scope: org, days: 1 }, signal));
  const { act, busy, fault } = useAct();
  const reset = async (): Promise<void> => {
    await call("DELETE", "/v1/tuning", { query: { scope: org } });
    loaded.reload();
  };
  return (
    <section class="card" aria-labelledby="thresholds">
      <h2 id="thresholds">{t("settings.thresholds")}</h2>
      {loaded.fault?.status === 403 ? (
        <p class="muted">{t("settings.closed")}</p>
      ) : (
        <Shown of={loaded}>
          {({ thresholds }) => (
            <>
              <dl class="pairs">
                <dt>{t("mode.pull")}</dt>
                <dd>{t("settings.threshold", { now: number(thresholds?.pull ?? 0, 2), own: number(thresholds?.default.pull ?? 0, 2) })}</dd>
                <dt>{t("mode.push")}</dt>
                <dd>{t("settings.threshold", { now: number(thresholds?.push ?? 0, 2), own: number(thresholds?.default.push ?? 0, 2) })}</dd>
              </dl>
              {thresholds?.moves.map((move) => (
                <p class="small">
                  {when(move.at)}: {number(move.before.pull, 2)} → {number(move.after.pull, 2)}, {move.reason}
                </p>
              ))}
              {fault && <Fault fault={fault} />}
              {holds("operator") && (
                <div>
                  <button type="button" disabled={busy} onClick={() => act(reset)}>
                    {t("settings.reset")}
                  </button>
                </div>
              )}
            </>
          )}
        </Shown>
      )}
    </section>
  );
}

function Keys() {
  const loaded = useLoad("keys", (signal) => get<{ keys: Jwk[] }>("/v1/receipts/keys", undefined, signal));
  return (
    <section class="card" aria-labelledby="keys">
      <h2 id="keys">{t("settings.keys")}</h2>
      <Shown of={loaded} empty={({ keys }) => (keys.length ? null : t("settings.noKeys"))}>
        {({ keys }) => (
          <ul class="checks">
            {keys.map((key) => (
              <li>
                <span aria-hidden="true">◆</span>
                <Id>{key.kid ?? ""}</Id>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

interface Setting {
  name: string;
  value: number;
  default: number;
  low: number;
  high: number;
  unit: string;
  set_here: boolean;
}

/** The numbers of the memory's layers, and which of them this deployment gave. */
function InForce() {
  const loaded = useLoad("settings", (signal) => get<{ settings: Setting[]; eviction: Record<string, string> }>("/v1/settings", undefined, signal));
  return (
    <section class="card" aria-labelledby="force">
      <h2 id="force">{t("settings.force")}</h2>
      <Shown of={loaded}>
        {({ settings, eviction }) => (
          <>
            <div class="table" tabIndex={0} role="region" aria-label={t("overview.numbers")}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t("settings.name")}</th>
                    <th scope="col" class="num">
                      {t("settings.value")}
                    </th>
                    <th scope="col">{t("settings.unit")}</th>
                    <th scope="col" class="num">
                      {t("settings.default")}
                    </th>
                    <th scope="col" class="num">
                      {t("settings.bounds")}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {settings.map((one) => (
                    <tr>
                      <td>
                        <Id>{one.name}</Id>
                      </td>
                      <td class="num">{one.set_here ? <strong>{number(one.value, 2)}</strong> : number(one.value, 2)}</td>
                      <td>{one.unit}</td>
                      <td class="num">{number(one.default, 2)}</td>
                      <td class="num">
                        {number(one.low, 2)} – {number(one.high, 2)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <p class="muted small">{t("settings.here")}</p>
            <h3>{t("settings.eviction")}</h3>
            <dl class="pairs">
              {Object.entries(eviction).map(([layer, what]) => (
                <>
                  <dt>
                    <Id>{layer}</Id>
                  </dt>
                  <dd>{what}</dd>
                </>
              ))}
            </dl>
          </>
        )}
      </Shown>
    </section>
  );
}
