// The command line of Mockoon with the full log of each transaction, written to a file as it does by default.
// Argument: a folder for its settings and its log.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const { BuildEnvironment, BuildHTTPRoute } = createRequire(import.meta.url)("@mockoon/commons");
const folder = process.argv[2] ?? "";

const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
const { port } = probe.address();
await new Promise((resolve) => probe.close(resolve));

const environment = BuildEnvironment({ hasDefaultHeader: false, hasDefaultRoute: false, port });
const route = { ...BuildHTTPRoute(true), method: "post", endpoint: "webhooks" };
environment.routes = [route];
environment.rootChildren = [{ type: "route", uuid: route.uuid }];
const data = join(folder, "environment.json");
writeFileSync(data, JSON.stringify(environment));

const command = join(import.meta.dirname, "node_modules", "@mockoon", "cli", "bin", "run.js");
const args = ["start", "--data", data, "--hostname", "127.0.0.1", "--log-transaction", "--disable-admin-api"];
const child = spawn(process.execPath, [command, ...args], {
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, HOME: folder, USERPROFILE: folder },
});
const end = () => process.exit(0);
process.on("exit", () => child.kill("SIGKILL"));
child.once("exit", () => process.exit(1));

function answers() {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
while (!(await answers())) await pause(50);
process.send?.({ url: `http://127.0.0.1:${port}/webhooks` });
// It has no count of its own that could be asked for quickly.
process.on("message", () => process.send?.({ recorded: null, processor: null }));
process.on("disconnect", end);
