import tailwindcss from "@tailwindcss/vite";
import { fileURLToPath } from "node:url";
import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [solid(), tailwindcss()],
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: { target: "safari16", chunkSizeWarningLimit: 600 },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
