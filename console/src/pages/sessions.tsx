import type { Session } from "../api/types.ts";
import { t, when } from "../i18n/index.ts";
import { Head } from "../parts/head.tsx";
import { remember } from "../parts/known-scopes.ts";
import { Empty, Shown } from "../parts/notes.tsx";
import { Split } from "../parts/split.tsx";
import { Id } from "../parts/text.tsx";
import { More, useWalk } from "../parts/walk.tsx";
import { link, route, scope } from "../route.ts";
import { SessionDetail } from "./session-detail.tsx";

export function Sessions() {
  const walk = useWalk<Session>("/v1/sessions", { scope: scope.value, limit: 25 });
  const { id } = route.value;
  return (
    <>
      <Head title={t("page.sessions")} about={t("sessions.about")}>
        <button type="button" onClick={walk.reload}>
          {t("refresh")}
        </button>
      </Head>
      <Split list={t("page.sessions")} detail={t("session")} chosen={id}>
        <>
          <Shown of={walk} empty={(items) => (items.length ? null : t("sessions.empty"))}>
            {(items) => (
              <ul class="list">
                {items.map((one) => (
                  <li>
                    <Item session={one} current={one.session_id === id} />
                  </li>
                ))}
              </ul>
            )}
          </Shown>
          <More of={walk} />
        </>
        <>
          {id ? <SessionDetail key={id} id={id} /> : <Empty>{t("sessions.pick")}</Empty>}
        </>
      </Split>
    </>
  );
}

function Item({ session, current }: { session: Session; current: boolean }) {
  remember(session.session_id, session.scope);
  return (
    <a class="item" href={link("sessions", session.session_id)} aria-current={current ? "true" : undefined}>
      <Id>{session.session_id}</Id>
      <span class="row small muted">
        <span>{t("sessions.events", { n: session.events })}</span>
        <time dateTime={session.updated_at}>{when(session.last_event_at ?? session.created_at)}</time>
      </span>
    </a>
  );
}
