/** Two proofs as backend/prove reports them, to be put into a recording: they show the Prove screen without a builder. */

const base = { name: "node:20-bookworm-slim", digest: `sha256:${"4f1c".repeat(16)}` };

function steps(dockerfile, failing) {
  const lines = dockerfile.split("\n");
  const at = (start) => lines.findIndex((line) => line.startsWith(start)) + 1;
  const install = lines.findIndex((line) => line.includes("npm ci"));
  const list = [
    {
      name: "[build 1/5] FROM node:20-bookworm-slim",
      stage: "build",
      line: at("FROM"),
      state: "cached",
      duration_ms: 0,
    },
    { name: "[build 2/5] WORKDIR /app", stage: "build", line: at("WORKDIR"), state: "cached", duration_ms: 0 },
    {
      name: "[build 3/5] COPY package.json package-lock.json ./",
      stage: "build",
      line: at("COPY"),
      state: "done",
      duration_ms: 84,
    },
    {
      name: "[build 4/5] RUN npm ci --omit=dev",
      stage: "build",
      line: install,
      state: failing ? "failed" : "done",
      duration_ms: failing ? 2_310 : 6_140,
      log: failing
        ? [
            "npm error code ENOENT",
            "npm error enoent Could not read package-lock.json",
            "npm error A complete log of this run can be found in /root/.npm/_logs",
          ]
        : ["added 62 packages in 5s", "7 packages are looking for funding", "found 0 vulnerabilities"],
      error: failing ? "exit code: 254" : "",
    },
  ];
  if (failing) return list;
  return [
    ...list,
    { name: "[build 5/5] COPY . .", stage: "build", line: at("COPY . ."), state: "done", duration_ms: 120 },
    { name: "[stage-1 3/4] RUN useradd --uid 10001 app", line: install + 6, state: "done", duration_ms: 410 },
    { name: "[stage-1 4/4] COPY --from=build --chown=app /app ./", line: install + 8, state: "done", duration_ms: 690 },
    { name: "exporting to image", state: "done", duration_ms: 1_350 },
  ];
}

const common = (dockerfile, at) => ({
  service: ".",
  name: "shop",
  builder: { address: "unix:///run/buildkit/buildkitd.sock", version: "v0.29.0" },
  warnings: [],
  dockerfile,
  started_at: at,
});

export function proven(dockerfile, at) {
  return {
    ...common(dockerfile, at),
    verdict: "proven",
    steps: steps(dockerfile, false),
    image: {
      size_bytes: 231_400_000,
      layers: [
        { command: "FROM node:20-bookworm-slim", size_bytes: 201_900_000 },
        { command: "RUN useradd --uid 10001 --create-home app", size_bytes: 330_000 },
        { command: "COPY --from=build --chown=app /app ./", size_bytes: 29_100_000 },
      ],
      bases: [base],
      user: "app",
      command: ["node", "./bin/www"],
      ports: ["5000/tcp"],
      env: ["NODE_ENV=production", "PORT=5000"],
      workdir: "/app",
    },
    stores: [{ name: "db", id: "postgresql", image: "postgres:17", state: "healthy", asked: true, after_ms: 1_840 }],
    release: { command: "npm run migrate", log: ["2 migrations run"], exit_code: 0, duration_ms: 900 },
    start: {
      command: ["node", "./bin/www"],
      user: "app",
      log: ["listening on 5000"],
      stopped_ms: 42,
      listening: ["tcp 0.0.0.0:5000"],
    },
    probe: {
      kind: "healthcheck",
      protocol: "http",
      healthy: true,
      tries: 2,
      status: 200,
      latency_ms: 6,
      after_ms: 410,
      again_ms: 4_420,
      asked: [1, 2].map((look) => ({
        look,
        port: 5000,
        what: "GET /",
        status: 200,
        ok: true,
        said: "200",
        latency_ms: 6,
      })),
      excerpt: '{"status":"ok"}',
    },
    checks: [
      { name: "non_root", state: "passed", reason: "runs as app (10001)" },
      { name: "read_only", state: "passed", reason: "writes nothing outside /tmp" },
      { name: "secrets", state: "passed" },
      { name: "lint", state: "passed" },
      { name: "vulnerabilities", state: "not_checked", reason: "offline" },
      { name: "tests", state: "not_checked", reason: "no tests found" },
    ],
    duration_ms: 14_200,
  };
}

/** What answers, but was tried without its queue. */
export function incomplete(dockerfile, at) {
  const message = "It was tried without nats, which it needs by the plan: what needs it was not proved.";
  const report = proven(dockerfile, at);
  const queue = { name: "nats", id: "nats", image: "nats:2", state: "failed", reason: "its image cannot be had" };
  return {
    ...report,
    verdict: "incomplete",
    stores: [...report.stores, { ...queue, asked: false, after_ms: 0 }],
    warnings: [{ message, rule: "neighbour_missing", loud: true }],
  };
}

/** What ran and ended by itself. */
export function ran(dockerfile, at) {
  const report = proven(dockerfile, at);
  return {
    ...report,
    verdict: "ran",
    start: { ...report.start, listening: [], exit_code: 0 },
    probe: { kind: "watch", healthy: true, tries: 1, latency_ms: 0, after_ms: 900 },
  };
}

/** What was cut off while it was built. */
export function stopped(dockerfile, at) {
  return {
    ...common(dockerfile, at),
    verdict: "stopped",
    steps: steps(dockerfile, false).slice(0, 3),
    checks: [],
    duration_ms: 2_100,
  };
}

/** What wants a variable that nobody gave it. */
export function wanting(dockerfile, at) {
  const { steps, image, start, ...report } = proven(dockerfile, at);
  const failure = {
    stage: "start",
    rule: "missing_variable",
    cause: "the program wants the variable STRIPE_KEY",
    log: ["Error: STRIPE_KEY is not set"],
    fix: "Give it a value for the proof.",
    details: { variable: "STRIPE_KEY" },
  };
  return { ...report, steps, image, start, probe: null, verdict: "failed", failure, checks: [] };
}

/** A server whose plan calls it a worker: it is asked where it listens, and is not proven. */
export function unplanned(dockerfile, at) {
  const report = proven(dockerfile, at);
  const lines = dockerfile.split("\n");
  const line = lines.findLastIndex((text) => text.startsWith("FROM")) + 1;
  const said = "answers GET / with 503";
  const asked = [1, 2].map((look) => ({
    look,
    port: 7171,
    unplanned: "0.0.0.0:7171",
    what: "GET /",
    status: 503,
    ok: false,
    said: "503",
    latency_ms: 4,
  }));
  return {
    ...report,
    verdict: "failed",
    start: { ...report.start, log: ["listening on 7171"], listening: ["tcp 0.0.0.0:7171"] },
    probe: { kind: "watch", healthy: false, tries: 0, latency_ms: 0, after_ms: 0, asked },
    failure: {
      stage: "health",
      line,
      text: lines[line - 1],
      field: "/runtime/ports",
      rule: "port_unplanned",
      class: "project",
      cause: `By the plan this is a worker, and no port is named; but it listens on port 7171, where it ${said}. Nobody who goes by the plan reaches it.`,
      fix: "Name port 7171 in the plan, and say that it is a web service.",
      log: ["listening on 7171"],
    },
    offer: offered("port_unplanned", [
      { field: "/metadata/kind", old: "worker", new: "web" },
      { field: "/runtime/ports", old: [], new: [{ port: 7171, protocol: "tcp" }] },
    ]),
    checks: [],
  };
}

/** The fix that a failure offers. */
const offered = (rule, edits) => ({ state: "offered", stage: "", rule, cause: "", edits, why: "" });

export function broken(dockerfile, at) {
  const line = dockerfile.split("\n").findIndex((text) => text.includes("npm ci")) + 1;
  return {
    ...common(dockerfile, at),
    verdict: "failed",
    steps: steps(dockerfile, true),
    failure: {
      stage: "build",
      line,
      text: "npm ci --omit=dev",
      field: "/build/pre_build_commands/0",
      rule: "missing_lock",
      cause: "npm ci wants a package-lock.json, and the project has none",
      log: ["npm error enoent Could not read package-lock.json"],
      fix: "Install without the lock file, or commit one.",
    },
    offer: offered("missing_lock", [
      { field: "/build/pre_build_commands", old: ["npm ci --omit=dev"], new: ["npm install --omit=dev"] },
    ]),
    checks: [],
    duration_ms: 3_900,
  };
}

/** Adds a proof of its plan to an exported run. */
export function withProof(recording, report) {
  const proof = {
    ID: "",
    RunID: "",
    Service: report.service,
    Verdict: report.verdict,
    Builder: report.builder.address,
    StartedAt: report.started_at,
    DurationMS: report.duration_ms,
    Cause: report.failure?.cause ?? "",
    Plan: recording.documents.find((one) => one.Service === report.service)?.Plan,
    Loud: report.warnings.some((one) => one.loud),
    Report: JSON.stringify(report),
  };
  return { ...recording, proofs: [...recording.proofs, proof] };
}
