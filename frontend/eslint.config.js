import solid from "eslint-plugin-solid/configs/typescript";
import tseslint from "typescript-eslint";

/** What a folder must not import: dependencies point from views over parts to ui, and only the bridge knows Wails. */
const never = (...patterns) => ({
  "no-restricted-imports": ["error", { patterns: patterns.map((pattern) => ({ group: [pattern].flat() })) }],
});

const outsideState = ["~/ui/*", "~/parts/*", "~/views/*", "~/bridge/wailsjs*"];

/** Which others each folder of the state may import. What puts them together stands beside the folders; none knows it. */
const stateFolders = {
  shared: [],
  frame: ["shared"],
  settings: ["shared"],
  models: ["shared"],
  export: ["shared"],
  history: ["shared"],
  plan: ["shared"],
  proof: ["shared"],
  run: ["shared", "frame", "models", "settings"],
  code: ["shared", "frame", "plan"],
  agent: ["shared"],
};

export default tseslint.config(
  { ignores: ["dist", "node_modules", "public", "wailsjs", "src/bridge/wailsjs"] },
  { files: ["src/**/*.{ts,tsx}"], extends: [...tseslint.configs.strictTypeChecked, solid] },
  {
    files: ["src/**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
    },
  },
  // State reads signals in actions and callbacks on purpose; the rule is for components.
  { files: ["src/state/**"], rules: { "solid/reactivity": "off" } },
  { files: ["src/ui/**"], rules: never("~/state/*", "~/parts/*", "~/views/*", "~/bridge/*") },
  { files: ["src/parts/**"], rules: never("~/views/*", "@kobalte/*", "~/bridge/api", "~/bridge/wailsjs*") },
  { files: ["src/views/**"], rules: never("@kobalte/*", "~/bridge/api", "~/bridge/wailsjs*") },
  { files: ["src/state/**"], rules: never(...outsideState) },
  ...Object.entries(stateFolders).map(([folder, known]) => ({
    files: [`src/state/${folder}/**`],
    rules: never(...outsideState, "../*", ["~/state/*", ...known.map((other) => `!~/state/${other}`)]),
  })),
);
