import { defineConfig } from "vite";

// Everything is a file of its own below /console/: the page's policy is default-src 'self', so nothing may be inline.
export default defineConfig({
  base: "/console/",
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: "es2022", reportCompressedSize: false },
  server: { host: "127.0.0.1", proxy: { "^/(v1|local|console/config.json)": process.env.SERVICE ?? "http://127.0.0.1:8080" } },
});
