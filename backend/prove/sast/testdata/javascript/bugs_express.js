const express = require("express");
const fs = require("fs");
const path = require("path");
const crypto = require("crypto");
const https = require("https");
const axios = require("axios");
const jwt = require("jsonwebtoken");
const serialize = require("node-serialize");
const { exec, execSync } = require("child_process");
const db = require("./db");

const app = express();

app.get("/user", async (req, res) => {
  const rows = await db.query("SELECT * FROM users WHERE name = '" + req.query.name + "'"); // bug: aipack.javascript.sql
  res.json(rows);
});

app.get("/orders/:status", async (req, res) => {
  const { status } = req.params;
  const sql = `SELECT * FROM orders WHERE status = '${status}'`;
  const rows = await db.query(sql); // bug: aipack.javascript.sql
  res.json(rows);
});

app.post("/ping", (req, res) => {
  exec("ping -c 1 " + req.body.host, (err, out) => res.send(out)); // bug: aipack.javascript.command
});

app.get("/log", (req, res) => {
  const lines = req.query.lines;
  res.type("text").send(execSync(`tail -n ${lines} app.log`)); // bug: aipack.javascript.command
});

app.get("/hello", (req, res) => {
  res.send("<h1>Hello " + req.query.name + "</h1>"); // bug: aipack.javascript.xss
});

app.get("/search", (req, res) => {
  const q = req.query.q;
  res.send(`<p>Nothing found for ${q}</p>`); // bug: aipack.javascript.xss
});

app.get("/download", (req, res) => {
  res.sendFile(path.join(__dirname, "files", req.query.file)); // bug: aipack.javascript.path
});

app.get("/note", (req, res) => {
  const name = req.query.name;
  fs.readFile("notes/" + name, "utf8", (err, text) => res.json({ text })); // bug: aipack.javascript.path
});

app.post("/cart", (req, res) => {
  const cart = serialize.unserialize(req.body.cart); // bug: aipack.javascript.deserialise
  res.json(cart);
});

app.get("/calc", (req, res) => {
  res.json({ value: eval(req.query.term) }); // bug: aipack.javascript.eval
});

app.get("/rule", (req, res) => {
  const rule = new Function("order", req.query.rule); // bug: aipack.javascript.eval
  res.json(rule({}));
});

function hashPassword(password) {
  return crypto.createHash("md5").update(password).digest("hex"); // bug: aipack.javascript.hash
}

const agent = new https.Agent({ rejectUnauthorized: false }); // bug: aipack.javascript.tls

process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"; // bug: aipack.javascript.tls

app.get("/preview", async (req, res) => {
  const answer = await axios.get(req.query.url); // bug: aipack.javascript.ssrf
  res.json(answer.data);
});

app.get("/proxy", async (req, res) => {
  const target = req.query.target;
  const answer = await fetch(target); // bug: aipack.javascript.ssrf
  res.json(await answer.json());
});

app.get("/login", (req, res) => {
  res.redirect(req.query.next); // bug: aipack.javascript.redirect
});

function sessionToken(user) {
  return jwt.sign({ sub: user.id }, "shop-secret-2024", { expiresIn: "1h" }); // bug: aipack.javascript.jwt
}

function resetToken() {
  const token = Math.random().toString(36).slice(2); // bug: aipack.javascript.random
  return token;
}

module.exports = { app, agent, hashPassword, sessionToken, resetToken };
