import { computed, signal } from "@preact/signals";

/** Sign-in by authorisation code with PKCE (RFC 7636). The token lives as long as the tab. */

interface Config {
  issuer: string;
  authorize_url: string;
  token_url: string;
  client_id: string;
  scope: string;
}

interface Claims {
  org?: string;
  sub?: string;
  roles?: string[];
  memory_scope?: string;
  exp?: number;
}

const TOKEN = "agent-memory.token";
const STARTED = "agent-memory.sign-in";

const token = signal<string | null>(sessionStorage.getItem(TOKEN));
export const signInFault = signal<string | null>(null);
export const signedIn = computed(() => token.value !== null);

/** What the token says, for display alone: the service verifies it. */
export const claims = computed<Claims>(() => (token.value ? payload(token.value) : {}));

export const boundScope = computed(() => {
  const { memory_scope, org, sub } = claims.value;
  return memory_scope ?? (org && sub ? `/org/${org}/user/${sub}` : "");
});

export const holds = (role: string): boolean => claims.value.roles?.includes(role) ?? false;
/** The roles that are shown an organisation's numbers. */
const GOVERNING = ["supervisor", "reviewer", "auditor", "operator", "admin"];
export const governs = (): boolean => GOVERNING.some(holds);
export const bearer = (): string | null => token.value;

export function expired(): void {
  if (token.value) signInFault.value = "expired";
  keep(null);
}

export function signOut(): void {
  signInFault.value = null;
  keep(null);
}

export async function signIn(): Promise<void> {
  const verifier = randomText();
  const state = randomText();
  const { authorize_url, client_id, scope } = await config();
  sessionStorage.setItem(STARTED, JSON.stringify({ verifier, state, back: location.hash }));
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
  const asked = new URL(authorize_url, location.origin);
  for (const [name, value] of Object.entries({
    response_type: "code", client_id, redirect_uri: redirectUri(), scope, state,
    code_challenge: challenge, code_challenge_method: "S256",
  })) asked.searchParams.set(name, value); // prettier-ignore
  location.assign(asked);
}

/** Takes up the answer of the issuer, if the page was opened with one, and takes it out of the address. */
export async function finishSignIn(): Promise<void> {
  const answer = new URLSearchParams(location.search);
  if (!answer.has("code") && !answer.has("error")) return;
  const started = JSON.parse(sessionStorage.getItem(STARTED) ?? "{}") as { verifier?: string; state?: string; back?: string };
  sessionStorage.removeItem(STARTED);
  history.replaceState(null, "", location.pathname + (started.back ?? ""));
  dispatchEvent(new HashChangeEvent("hashchange"));
  const code = answer.get("code");
  if (!code || !started.verifier || !started.state || answer.get("state") !== started.state) {
    signInFault.value = "refused";
    return;
  }
  try {
    const { token_url, client_id, issuer } = await config();
    if (answer.has("iss") && answer.get("iss") !== issuer) throw new Error("another issuer answered");
    const body = new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: redirectUri(), client_id, code_verifier: started.verifier });
    const got = await fetch(token_url, { method: "POST", body });
    const { access_token } = (await got.json()) as { access_token?: string };
    if (!got.ok || !access_token) throw new Error("no token");
    signInFault.value = null;
    keep(access_token);
  } catch {
    signInFault.value = "refused";
  }
}

async function config(): Promise<Config> {
  const answer = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: "no-store" });
  if (!answer.ok) throw new Error(`config.json: ${answer.status}`);
  return (await answer.json()) as Config;
}

const redirectUri = (): string => location.origin + import.meta.env.BASE_URL;

function keep(value: string | null): void {
  if (value) sessionStorage.setItem(TOKEN, value);
  else sessionStorage.removeItem(TOKEN);
  token.value = value;
}

function payload(jwt: string): Claims {
  try {
    const bytes = Uint8Array.from(atob((jwt.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  } catch {
    return {};
  }
}

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
