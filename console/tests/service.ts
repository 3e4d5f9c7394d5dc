import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The laptop's service, in a process and a data folder of its own. */

const ROOT = new URL("../..", import.meta.url).pathname;
const START_MS = 120_000;

export class Service {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Service> {
    const folder = mkdtempSync(join(tmpdir(), "console-tests-"));
    const python = process.env["PYTHON"] ?? join(ROOT, ".venv/bin/python");
    const child = spawn(python, ["-m", "local", "serve", "--port", "0", "--data", join(folder, "data"), "--test-controls", "--audit-reads"], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    const url = await new Promise<string>((resolve, reject) => {
      let said = "";
      const late = setTimeout(() => reject(new Error(`the service did not start:\n${said}`)), START_MS);
      const read = (chunk: Buffer): void => {
        said += chunk.toString();
        const found = /is listening on (\S+)/.exec(said)?.[1];
        if (found) {
          clearTimeout(late);
          resolve(found);
        }
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("exit", (code) => reject(new Error(`the service ended with ${code}:\n${said}`)));
    });
    return new Service(url, child, folder);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGTERM");
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  async token(claims: Record<string, unknown>): Promise<string> {
    const answer = await this.call<{ access_token: string }>("POST", "/local/token", claims);
    return answer.access_token;
  }

  /** Waits until streams, queues and workflows have drained. */
  async settle(): Promise<void> {
    await this.call("POST", "/local/settle", {});
  }

  /** Throws for every answer that is not a success. */
  async call<T = unknown>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (token) headers["authorization"] = `Bearer ${token}`;
    const answer = await fetch(this.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  }
}
