// One of the protocol's TypeScript clients against a service: node client.mjs sdk|client auto|legacy URL TOKEN
// "sdk" is their first line, which knows one way of connecting; "client" is their second. Prints what it got as JSON.
const [line, mode, url, token] = process.argv.slice(2);
const { Client } = await import(
  line === "sdk" ? "@modelcontextprotocol/sdk/client/index.js" : "@modelcontextprotocol/client"
);
const { StreamableHTTPClientTransport } = await import(
  line === "sdk" ? "@modelcontextprotocol/sdk/client/streamableHttp.js" : "@modelcontextprotocol/client"
);

const headers = { Authorization: `Bearer ${token}` };
const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
const client = new Client({ name: "test", version: "1" }, line === "sdk" ? {} : { versionNegotiation: { mode } });
await client.connect(transport);
const call = (name, args) => client.callTool({ name, arguments: args });

const revision = line === "sdk" ? transport.protocolVersion : client.getNegotiatedProtocolVersion();
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const made = await call("remember", {
  content: "Ann prefers answers in German.",
  type: "preference",
  source: "user_stated",
});
const found = await call("recall", { query: "Which language does Ann prefer?" });
const bad = await call("recall", { qery: "x" });
const [resource] = (await client.listResources()).resources;
const read = await client.readResource({ uri: resource.uri });
const deleted = await call("forget", { memory_ids: [made.structuredContent.memory.memory_id] });
const [deletion] = deleted.structuredContent.deletions;
const status = await call("deletion_status", { request_id: deletion.request_id });
await client.close();

console.log(
  JSON.stringify({
    revision,
    tools,
    made: made.structuredContent,
    found: found.structuredContent,
    bad,
    read,
    deleted: deleted.structuredContent,
    status: status.structuredContent,
  }),
);
