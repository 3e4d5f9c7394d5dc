import { useEffect, useRef, useState } from "preact/hooks";

import { signedIn } from "./api/session.ts";
import { t, type Word } from "./i18n/index.ts";
import { Memories } from "./pages/memories.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { Empty } from "./parts/notes.tsx";
import { ScopeBar, Side } from "./parts/shell.tsx";
import { route, scope } from "./route.ts";

const PAGES = { memories: Memories };

export type PageName = keyof typeof PAGES;

export function App() {
  return signedIn.value ? <Shell /> : <SignIn />;
}

function Shell() {
  const { page } = route.value;
  const main = useRef<HTMLElement>(null);
  const [first, setFirst] = useState(true);
  const known = page in PAGES;
  const title = known ? t(`page.${page}` as Word) : t("page.missing");
  useEffect(() => {
    document.title = `${title} · ${t("app.name")}`;
  }, [title]);
  useEffect(() => {
    if (!first) main.current?.focus();
    setFirst(false);
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
