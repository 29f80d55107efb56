import express, { type Request, type Response } from "express";
import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { execFile, exec } from "node:child_process";
import https from "node:https";
import path from "node:path";
import axios from "axios";
import bcrypt from "bcrypt";
import DOMPurify from "dompurify";
import escapeHtml from "escape-html";
import jwt from "jsonwebtoken";
import { Pool } from "pg";

const pool = new Pool();
const app = express();
const TABLE = "orders";
const feeds: Record<string, string> = { news: "https://example.org/news" };

app.get("/user", async (req, res) => {
  res.json(await pool.query("SELECT * FROM users WHERE name = $1", [req.query.name])); // clean: aipack.javascript.sql
});

export async function count() {
  return pool.query(`SELECT COUNT(*) FROM ${TABLE}`); // clean: aipack.javascript.sql
}

export async function some(ids: number[]) {
  const marks = ids.map((_, i) => `$${i + 1}`).join(",");
  return pool.query(`SELECT * FROM users WHERE id IN (${marks})`, ids); // clean: aipack.javascript.sql
}

app.get("/page", async (req, res) => {
  const page = parseInt(req.query.page as string, 10);
  res.json(await pool.query(`SELECT * FROM t OFFSET ${page}`)); // clean: aipack.javascript.sql
});

app.post("/ping", (req, res) => {
  execFile("ping", ["-c", "1", req.body.host], (err, out) => res.json({ out })); // clean: aipack.javascript.command
});

export function build() {
  exec("npm run build"); // clean: aipack.javascript.command
}

export function match(text: string) {
  return /a(b+)/.exec(text); // clean: aipack.javascript.command
}

app.get("/hello", (req, res) => {
  res.send("<h1>Hello " + escapeHtml(String(req.query.name)) + "</h1>"); // clean: aipack.javascript.xss
});

app.get("/api", (req, res) => {
  res.json({ q: req.query.q }); // clean: aipack.javascript.xss
});

app.get("/found", (req, res) => {
  res.render("found", { q: req.query.q }); // clean: aipack.javascript.xss
});

export function Post(props: { html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(props.html) }} />; // clean: aipack.javascript.xss
}

export function Welcome() {
  const name = new URLSearchParams(window.location.search).get("name");
  document.getElementById("box")!.textContent = "Hello " + name; // clean: aipack.javascript.xss
  return <p>{name}</p>;
}

export function spinner(box: HTMLElement) {
  box.innerHTML = "<span class='spinner'></span>"; // clean: aipack.javascript.xss
}

app.get("/download", (req, res) => {
  res.sendFile(path.basename(String(req.query.file)), { root: "/srv/files" }); // clean: aipack.javascript.path
});

export async function config() {
  return readFile(path.join(__dirname, "config.json"), "utf8"); // clean: aipack.javascript.path
}

app.post("/cart", (req, res) => {
  res.json(JSON.parse(req.body.cart)); // clean: aipack.javascript.deserialise
});

export const three = new Function("return 3"); // clean: aipack.javascript.eval

export function etag(body: Buffer) {
  return createHash("md5").update(body).digest("hex"); // clean: aipack.javascript.hash
}

export async function hashPassword(password: string) {
  return bcrypt.hash(password, 12); // clean: aipack.javascript.hash
}

export const agent = new https.Agent({ rejectUnauthorized: true, keepAlive: true }); // clean: aipack.javascript.tls

app.get("/feed", async (req, res) => {
  const answer = await axios.get(feeds[String(req.query.feed)]); // clean: aipack.javascript.ssrf
  res.json(answer.data);
});

app.get("/weather", async (req, res) => {
  const answer = await axios.get("https://weather.example.org", { params: { city: req.query.city } }); // clean: aipack.javascript.ssrf
  res.json(answer.data);
});

app.get("/city/:id", async (req, res) => {
  const answer = await fetch(`https://geo.example.org/cities/${req.params.id}`); // clean: aipack.javascript.ssrf
  res.json(await answer.json());
});

app.get("/done", (req, res) => {
  res.redirect("/orders?saved=" + req.query.id); // clean: aipack.javascript.redirect
});

export function home() {
  window.location.href = "/home"; // clean: aipack.javascript.redirect
}

export function sessionToken(user: { id: string }) {
  return jwt.sign({ sub: user.id }, process.env.JWT_SECRET!, { expiresIn: "1h" }); // clean: aipack.javascript.jwt
}

export function resetToken() {
  const token = randomBytes(32).toString("hex"); // clean: aipack.javascript.random
  return token;
}

export function jitter(ms: number) {
  const wait = ms * (0.5 + Math.random()); // clean: aipack.javascript.random
  return wait;
}

export function keep(_: Request, res: Response) {
  const elementId = "row-" + Math.random().toString(36).slice(2); // clean: aipack.javascript.random
  res.json({ elementId });
}
