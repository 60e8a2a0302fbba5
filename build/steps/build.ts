import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run, tool } from "./run.ts";

const STAMP = join(ROOT, "out", ".built-from");
const SOURCES = ["src", "build/packaging/icons/png", "electron.vite.config.ts", "package-lock.json"];

/** Name, size and time of every source file: changes whenever one of them does. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const visit = (path: string): void => {
    const stat = statSync(path);
    if (stat.isDirectory()) for (const name of readdirSync(path).toSorted()) visit(join(path, name));
    else if (!path.endsWith(".test.ts")) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const source of SOURCES) visit(join(ROOT, source));
  return hash.digest("hex");
}

/** Builds main, preload and renderer into `out/` unless they are newer than every source file. */
export async function buildIfStale(): Promise<void> {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  console.log("Building …");
  const { code, output } = await run(process.execPath, [tool("electron-vite/bin/electron-vite.js"), "build"], {
    quiet: true,
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) {
    console.error(output);
    throw new Error("The build failed; its output is above.");
  }
  writeFileSync(STAMP, wanted);
}
