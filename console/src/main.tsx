import "./style/base.css";
import "./style/layout.css";
import "./style/parts.css";

import { render } from "preact";

import { finishSignIn } from "./api/session.ts";
import { App } from "./app.tsx";
import { applyPreferences } from "./preferences.ts";

applyPreferences();
const root = document.getElementById("app");
void finishSignIn().then(() => root && render(<App />, root));
