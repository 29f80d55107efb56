/** The page in Chromium, through Wails' development server: the bulk of the tests. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { folder, freePort, patience, root, shots, start, until } from "./app.mjs";

const require = createRequire(join(root, "frontend/package.json"));
const { chromium } = require("playwright-core");
const { AxeBuilder } = require("@axe-core/playwright");

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A machine on which no model can be asked: no key, no keychain, and nobody where Ollama would be. */
export const noModels = {
  OPENAI_API_KEY: "",
  ANTHROPIC_API_KEY: "",
  GEMINI_API_KEY: "",
  GOOGLE_API_KEY: "",
  OLLAMA_HOST: "http://127.0.0.1:9",
  DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent",
};

/** Starts the program with a history of its own, and a browser; `stop` ends both. */
export async function serve(env = {}) {
  const data = env.AIPACK_DATA ?? (await folder("data"));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/`;
  const app = start(
    join(root, "build/bin/aipack-dev"),
    ["-devserver", `127.0.0.1:${port}`, "-assetdir", join(root, "frontend/dist")],
    { AIPACK_DATA: data, ...env },
  );
  await until(async () => (await fetch(address)).ok, `the development server; it said:\n${app.said()}`);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: quiet });

  /** A page of its own, past the first steps; what breaks in it is kept in `faults`. */
  async function page({ firstSteps = false, ...options } = {}) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: "light",
      reducedMotion: "reduce",
      ...options,
    });
    const one = await context.newPage();
    one.setDefaultTimeout(patience);
    one.faults = [];
    // Wails' own ipc.js throws one of these per load in development.
    one.on("pageerror", (e) => e.stack?.includes("/wails/") || one.faults.push(e.stack ?? String(e)));
    await one.goto(address);
    await ready(one);
    if (!firstSteps && (await call(one, "Onboarding.State")).needed) {
      await one.getByRole("button", { name: "Skip: rules only" }).click();
    }
    return one;
  }

  return {
    data,
    page,
    async stop() {
      await browser.close();
      await app.stop();
    },
  };
}

/** Waits until the page stands and may call the program. */
export async function ready(one) {
  await one.waitForFunction(() => Object.values(window.go ?? {}).some((types) => types.Runs));
  await one.getByRole("navigation", { name: "Screens" }).waitFor();
}

/** Calls a bound method, as "Runs.Analyse", as the page would. */
export const call = (one, method, ...args) =>
  one.evaluate(
    ([t, m, a]) =>
      Object.values(window.go)
        .find((types) => types[t])
        [t][m](...a),
    [...method.split("."), args],
  );

/** The fault that a call is refused with. */
export const refused = (one, method, ...args) =>
  one.evaluate(
    ([t, m, a]) =>
      Object.values(window.go)
        .find((types) => types[t])
        [t][m](...a)
        .then(
          () => null,
          (e) => JSON.parse(e.message),
        ),
    [...method.split("."), args],
  );

/** Opens a folder as a user does who has its path. */
export async function paste(one, path) {
  await one.keyboard.press("Control+1");
  const field = one.getByLabel("Path of the project folder");
  // A path that was refused still stands there.
  if (!(await field.isVisible())) await one.getByRole("button", { name: "Paste path" }).click();
  await field.fill(path);
  await one.keyboard.press("Enter");
}

/** Opens a folder and waits for its Result; gives the run's id. */
export async function analysed(one, path) {
  await paste(one, path);
  await one.getByLabel("Lines of the Dockerfile").getByText("FROM").first().waitFor();
  return until(
    async () => (await call(one, "History.Recents")).find((r) => r.path === path && r.state === "completed")?.id,
    path,
  );
}

/** Goes to a screen by its key. */
export async function go(one, screen) {
  const at = ["home", "analysis", "result", "prove", "agent", "code", "history", "settings"].indexOf(screen);
  await one.keyboard.press(`Control+${at + 1}`);
  await one.locator(`nav [aria-current="page"][aria-label="${screen === "code" ? "code map" : screen}" i]`).waitFor();
}

/** No serious problem of accessibility. `rules` limits what is asked. */
export async function accessible(one, name, rules) {
  let axe = new AxeBuilder({ page: one });
  if (rules) axe = axe.withRules(rules);
  const { violations } = await axe.analyze();
  assert.deepEqual(
    violations
      .filter((v) => v.impact === "serious" || v.impact === "critical")
      .map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`),
    [],
    `axe on ${name}`,
  );
}

/** Saves a picture of the window. */
export const shoot = (one, name) => one.screenshot({ path: join(shots, `${name}.png`) });

/** Answers a native dialog once: the next call of the method that opens it gets a path instead, or it as its answer. */
export const chosen = (one, method, argumentsOf, path, answer = false) =>
  one.evaluate(
    ([type, name, given, args, isAnswer]) => {
      const bound = Object.values(window.go).find((types) => types[type])[type];
      const real = bound[name];
      bound[name] = (...asked) => {
        bound[name] = real;
        return isAnswer ? Promise.resolve(given) : real(...(args.length > 1 ? [asked[0], given] : [given]));
      };
    },
    [...method.split("."), path, argumentsOf(""), answer],
  );

const looks = [
  { name: "light", media: { colorScheme: "light", contrast: "no-preference" } },
  { name: "dark", media: { colorScheme: "dark", contrast: "no-preference" }, rules: ["color-contrast"] },
  { name: "contrast", media: { colorScheme: "dark", contrast: "more" }, rules: ["color-contrast"] },
  { name: "light-1024", media: { colorScheme: "light", contrast: "no-preference" }, width: 1024 },
];

/** Saves the same screen in every look, and gives what is wrong with it: serious problems of accessibility, and width. */
export async function pictured(one, name) {
  const bad = [];
  for (const look of looks) {
    await one.emulateMedia(look.media);
    await one.setViewportSize({ width: look.width ?? 1280, height: look.width ? 700 : 800 });
    await one.waitForTimeout(200);
    await shoot(one, `${name}-${look.name}`);
    if (look.width) {
      const over = await one.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) bad.push(`${name} is ${over} px wider than the window at ${look.width} px`);
    } else await accessible(one, `${name} in ${look.name}`, look.rules).catch((e) => bad.push(e.message));
  }
  await one.emulateMedia(looks[0].media);
  await one.setViewportSize({ width: 1280, height: 800 });
  return bad;
}
