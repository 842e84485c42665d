import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../qb_app/static",
    emptyOutDir: true,
    target: "es2022",
    // Everything is one small page on loopback; inlined assets would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
