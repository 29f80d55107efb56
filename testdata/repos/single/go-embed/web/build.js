// Puts the date into the pages and leaves them in dist.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

mkdirSync("dist", { recursive: true });
for (const name of readdirSync("pages")) {
  const page = readFileSync(`pages/${name}`, "utf8");
  writeFileSync(`dist/${name}`, page.replace("{date}", new Date().toDateString()));
}
