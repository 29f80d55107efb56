/** Measures the frames of the real window while something comes in: an answer of a model, the log of a repair. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fixture, folder, until } from "./app.mjs";
import { openai } from "./openai.mjs";

/** Runs in the page: the time of each frame until `over` is true in one of them. */
const framesUntil = (over) => `(async () => {
  const frames = [];
  let last = await new Promise(requestAnimationFrame);
  const end = last + 300_000;
  while (!(${over}) && last < end) {
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  return { frames, ended: last < end };
})()`;

/** An answer of Markdown as a fast model writes it: 1,500 parts, some 250 a second. */
const parts = Array.from({ length: 1500 }, (_, i) => {
  if (i % 150 === 0) return `\n\n## Part ${i / 150 + 1}\n\n`;
  if (i % 50 === 49) return "\n\n- `server.js` listens on **3000**\n- and says so\n\n";
  return `word${i} `;
});

/** The frames while an answer is written. `open` opens the window with a project. */
export async function whileAnAnswerComes(open) {
  const model = await openai(parts);
  process.env.OPENAI_API_KEY = ["sk", "bench", "0123456789abcdefghij"].join("-");
  const window = await open(await folder("data"), await fixture("single/node-express"));
  try {
    const { page } = window;
    await page.sees("FROM node:");
    const provider = (await page.call("Models.Providers")).find((one) => one.provider === "openai");
    await page.call("Models.SaveProvider", { ...provider, base_url: model.address, model: "test-model" });
    await page.call("Settings.Save", { ...(await page.call("Settings.Current")), provider: "openai" });
    await page.evaluate(
      `void [...document.querySelectorAll("button")].find((b) => b.innerText.trim() === "Agent").click()`,
    );
    await until(() => page.evaluate("document.querySelector('[aria-label=Question]') !== null"), "the Agent");
    await page.evaluate(
      `void [...document.querySelectorAll("button")].find((b) => b.innerText.startsWith("Why is the port")).click()`,
    );
    // The trial of the model comes first, at once; the answer is paced.
    model.state.between = 4;
    await until(() => page.evaluate("document.querySelector('article h2') !== null"), "the answer's first lines");
    return await page.evaluate(framesUntil("document.querySelector('article')?.getAttribute('aria-busy') === 'false'"));
  } finally {
    window.page.close();
    await window.app.stop();
    model.stop();
    delete process.env.OPENAI_API_KEY;
  }
}

/** The frames from Prove to the end of a repair: a program that listens on another port than its plan says. */
export async function whileARepairRuns(open, builder) {
  const project = join(await folder("repair"), "shop");
  mkdirSync(project);
  writeFileSync(
    join(project, "package.json"),
    '{"name":"shop","version":"1.0.0","scripts":{"start":"node server.js"}}\n',
  );
  writeFileSync(
    join(project, "server.js"),
    'const http = require("node:http");\nhttp.createServer((_, answer) => answer.end("hello")).listen(parseInt("1100100001111", 2));\n',
  );
  process.env.BUILDKIT_HOST = builder;
  const window = await open(await folder("data"), project);
  try {
    const { page } = window;
    await page.sees("FROM node:");
    await page.press("4", "Digit4", { ctrlKey: true });
    const press = (words) =>
      `(() => { const b = [...document.querySelectorAll("main button")].find((one) => one.innerText.trim().startsWith(${JSON.stringify(words)}) && !one.disabled); b?.click(); return b !== undefined; })()`;
    await until(() => page.evaluate(press("Prove")), "the button that proves");
    const shows = (words) => `(document.querySelector("main")?.innerText ?? "").includes(${JSON.stringify(words)})`;
    const proof = await page.evaluate(framesUntil(shows("Fix and prove again")));
    await until(() => page.evaluate(press("Fix and prove again")), "the button that fixes");
    const repair = await page.evaluate(framesUntil(shows("builds, starts and answers")));
    return { frames: [...proof.frames, ...repair.frames], ended: proof.ended && repair.ended };
  } finally {
    window.page.close();
    await window.app.stop();
    delete process.env.BUILDKIT_HOST;
  }
}
