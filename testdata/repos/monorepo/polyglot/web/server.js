import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const port = process.env.PORT || 3000;
const api = process.env.API_URL || "http://api:8080";

createServer(async (request, response) => {
  if (request.url === "/health") {
    response.end("ok");
    return;
  }
  const page = await readFile(new URL("public/index.html", import.meta.url), "utf8");
  response.setHeader("content-type", "text/html");
  response.end(page.replace("{api}", api));
}).listen(port, "0.0.0.0");
