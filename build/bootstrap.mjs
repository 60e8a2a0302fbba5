// The first step of every command: runs on any Node from 20 up with nothing installed, makes sure that the
// dependencies are those of the lock file, and hands over to build/commands/<name>.ts under the Node 24 that
// is one of them. Plain JavaScript without imports from node_modules, because they may not be there yet.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "node_modules", ".linkdesk-lock");
const node = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

function lockHash() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

function installDependencies() {
  const wanted = lockHash();
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing dependencies (the lock file changed or this is the first start) …");
  // `npm ci` refuses a lock file without the optional packages of other systems, and not every registry mirror has
  // them all; `npm install` takes what is locked and adds what this system needs. It must not rewrite the lock file.
  // Through the very npm that called us: another one on the PATH may be older.
  const npm = process.env["npm_execpath"];
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const { status } = spawnSync(
    command,
    [...first, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      shell: !npm && process.platform === "win32",
    },
  );
  if (status !== 0) {
    console.error("The dependencies could not be installed; npm's own words are above.");
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

const [name = "", ...rest] = process.argv.slice(2);
const script = join(root, "build", "commands", `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || !existsSync(script)) {
  console.error(`There is no command "${name}".`);
  process.exit(2);
}
installDependencies();

const child = spawn(node, ["--disable-warning=ExperimentalWarning", script, ...rest], {
  cwd: root,
  stdio: "inherit",
  // npm scripts and tools started from here find our Node and our tools first, and what Node has compiled of them before.
  env: {
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
    ...process.env,
    PATH: [dirname(node), join(root, "node_modules", ".bin"), process.env.PATH].join(
      process.platform === "win32" ? ";" : ":",
    ),
  },
});
// The terminal sends Ctrl-C to the whole group; waiting for the child lets it end in its own good order.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm ends at a SIGTERM without passing it on; what it started would go on unseen, holding the port.
if (process.env["npm_execpath"] && process.platform !== "win32") {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, 1_000).unref();
}
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
