import { useEffect, useRef } from "react";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import type { Request, Response } from "express";
import { Pool } from "pg";
import jwt from "jsonwebtoken";

const pool = new Pool();

export function Welcome() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const name = new URLSearchParams(window.location.search).get("name");
    box.current!.innerHTML = "Hello " + name; // bug: aipack.javascript.xss
  }, []);
  return <div ref={box} />;
}

export function Banner() {
  const text = decodeURIComponent(location.hash.slice(1));
  return <div dangerouslySetInnerHTML={{ __html: text }} />; // bug: aipack.javascript.xss
}

export function jump() {
  const next = new URLSearchParams(location.search).get("next");
  window.location.href = next!; // bug: aipack.javascript.redirect
}

export async function customer(email: string) {
  return pool.query(`SELECT * FROM customers WHERE email = '${email}'`); // bug: aipack.javascript.sql
}

export function template(req: Request, res: Response) {
  const file = req.params.file;
  res.json({ text: readFileSync(`./templates/${file}`, "utf8") }); // bug: aipack.javascript.path
}

export function convert(req: Request, res: Response) {
  spawn("convert " + req.query.from + " out.png", { shell: true }); // bug: aipack.javascript.command
  res.end();
}

export class Users {
  save(user: { name: string; passwordHash?: string }, password: string) {
    user.passwordHash = createHash("sha1").update(password).digest("base64"); // bug: aipack.javascript.hash
  }

  check(token: string) {
    return jwt.verify(token, "local-secret-key"); // bug: aipack.javascript.jwt
  }
}
