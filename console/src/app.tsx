import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { signedIn } from "./api/session.ts";
import { t, type Word } from "./i18n/index.ts";
import { Audit } from "./pages/audit.tsx";
import { Conflicts } from "./pages/conflicts.tsx";
import { Deletions } from "./pages/deletions.tsx";
import { Holds } from "./pages/holds.tsx";
import { Memories } from "./pages/memories.tsx";
import { Overview } from "./pages/overview.tsx";
import { RecallWorkbench } from "./pages/recall.tsx";
import { Reviews } from "./pages/reviews.tsx";
import { Sessions } from "./pages/sessions.tsx";
import { Settings } from "./pages/settings.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { Empty } from "./parts/notes.tsx";
import { ScopeBar, Side } from "./parts/shell.tsx";
import { route, scope } from "./route.ts";

const PAGES = {
  overview: Overview,
  memories: Memories,
  recall: RecallWorkbench,
  sessions: Sessions,
  reviews: Reviews,
  conflicts: Conflicts,
  deletions: Deletions,
  holds: Holds,
  audit: Audit,
  settings: Settings,
};

export type PageName = keyof typeof PAGES;

export function App() {
  return signedIn.value ? <Shell /> : <SignIn />;
}

function Shell() {
  const { page } = route.value;
  const main = useRef<HTMLElement>(null);
  const shown = useRef(page);
  const known = page in PAGES;
  const title = known ? t(`page.${page}` as Word) : t("page.missing");
  useEffect(() => {
    document.title = `${title} · ${t("app.name")}`;
  }, [title]);
  // At once with the page: later it would take the focus from a field of the page.
  useLayoutEffect(() => {
    if (shown.current !== page) main.current?.focus();
    shown.current = page;
  }, [page]);
  const Page = PAGES[page as PageName];
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {t("skip")}
      </a>
      <Side pages={Object.keys(PAGES) as PageName[]} current={page} />
      <div>
        <ScopeBar key={scope.value} />
        <main ref={main} tabIndex={-1} id="main">
          {known ? <Page key={scope.value} /> : <Empty>{title}</Empty>}
        </main>
      </div>
    </div>
  );
}
