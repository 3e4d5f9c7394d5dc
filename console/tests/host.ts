import { readFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import { extname, join } from "node:path";

const DIST = new URL("../dist", import.meta.url).pathname;
const TYPES: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** Serves what was built under /console/, and hands everything else to the service. */
export async function host(service: string): Promise<{ url: string; server: Server }> {
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? "/", service).pathname;
    if (!path.startsWith("/console/")) {
      const onward = request(service + asked.url, { method: asked.method, headers: asked.headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      onward.on("error", () => answer.destroy());
      asked.pipe(onward);
      return;
    }
    const name = extname(path) ? path.slice("/console/".length) : "index.html";
    readFile(join(DIST, name)).then(
      (bytes) => answer.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream", "content-security-policy": "default-src 'self'" }).end(bytes),
      () => answer.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, server };
}
