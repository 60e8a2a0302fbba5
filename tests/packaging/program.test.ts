import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractAll, listPackage } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { Platform } from "electron-builder";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FUSES } from "../../build/packaging/fuses.ts";
import { thirdParties } from "../../build/steps/licences.ts";
import { ROOT } from "../../build/steps/run.ts";
import { makePackages } from "./make.ts";
import { makeStandIn } from "./stand-in.ts";

// electron-builder packs the built program around a stand-in for Electron. What is proven: what is in a package, and
// how it is closed up. What is not: that it starts; that takes the real binary, which the release workflow has.

const MEBIBYTE = 1_048_576;
/** Each thread is a bundle of its own; that of the exports, with what reads the log and redacts, made it ten. */
const BUDGET = 10 * MEBIBYTE;

const work = mkdtempSync(join(tmpdir(), "linkdesk-package-"));
const unpacked = join(work, "linux", "linux-unpacked");
const archive = join(unpacked, "resources", "app.asar");
const extracted = join(work, "app");
let files: readonly string[] = [];

beforeAll(async () => {
  await makePackages({ platform: Platform.LINUX, kinds: ["dir"], standIn: makeStandIn, work });
  files = listPackage(archive, { isPack: false }).map((name) => name.replaceAll("\\", "/"));
  extractAll(archive, extracted);
}, 120_000);

afterAll(() => rmSync(work, { recursive: true, force: true }));

const manifestOf = (folder: string): Record<string, Record<string, string>> =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

describe("the archive", () => {
  test("has the program and the window, and not the other host", () => {
    for (const name of [
      "/out/main/electron.mjs",
      "/out/preload/index.cjs",
      "/out/renderer/index.html",
      "/package.json",
    ])
      expect(files).toContain(name);
    expect(files).not.toContain("/out/main/chromium.mjs");
    expect(new Set(files.map((name) => name.split("/")[1]))).toEqual(new Set(["node_modules", "out", "package.json"]));
  });

  test("has no source map, no types, no source, no test and no paper for developers", () => {
    const unwanted =
      /\.(map|ts|cts|mts|tsx|flow)$|\.test\.|\/(tests?|__tests__|examples?|\.github)\/|\/(README|CHANGELOG)/i;
    expect(files.filter((name) => unwanted.test(name))).toEqual([]);
    expect(files.filter((name) => /\.(node|exe|dll|so|dylib)$/.test(name))).toEqual([]);
    for (const name of files.filter((each) => each.startsWith("/out/") && /\.([cm]?js|css)$/.test(each)))
      expect(readFileSync(join(extracted, name), "utf8"), name).not.toContain("sourceMappingURL");
  });

  test("has the dependencies of package.json and what they need, nothing that is for development", () => {
    const { dependencies = {}, devDependencies = {} } = manifestOf(ROOT);
    const packed = readdirSync(join(extracted, "node_modules")).flatMap((name) =>
      name.startsWith("@")
        ? readdirSync(join(extracted, "node_modules", name)).map((second) => `${name}/${second}`)
        : [name],
    );
    for (const name of Object.keys(dependencies)) expect(packed).toContain(name);
    // What a dependency needs itself is there, also where a test takes it too.
    const needed = new Set(thirdParties().map(({ name }) => name));
    for (const name of Object.keys(devDependencies)) if (!needed.has(name)) expect(packed).not.toContain(name);
  });

  test("has a package.json without scripts and dependencies for development", () => {
    const packed = manifestOf(extracted);
    expect(packed).toMatchObject({ name: "linkdesk", productName: "Linkdesk", main: "out/main/electron.mjs" });
    expect(Object.keys(packed)).not.toContain("scripts");
    expect(Object.keys(packed)).not.toContain("devDependencies");
  });

  test("names no folder of the machine that it was built on", () => {
    for (const name of files.filter(
      (each) => /\.([cm]?js|css|html|json)$/.test(each) && !each.includes("/node_modules/"),
    ))
      expect(readFileSync(join(extracted, name), "utf8"), name).not.toContain(ROOT);
    expect(readFileSync(archive).includes(Buffer.from(ROOT))).toBe(false);
  });

  test(`measures less than ${BUDGET / MEBIBYTE} MiB, and nothing lies unpacked beside it`, () => {
    expect(statSync(archive).size).toBeLessThan(BUDGET);
    expect(existsSync(`${archive}.unpacked`)).toBe(false);
  });

  test("is whole: every module of the program is found in it, with a fake in the place of Electron", () => {
    // As Electron sees it: in an archive it finds what a package exports, but not what kind its .js files are of.
    const blind = join(work, "blind");
    cpSync(extracted, blind, { recursive: true });
    for (const name of files.filter((each) => each.endsWith("/package.json"))) {
      const { type: _, ...rest } = JSON.parse(readFileSync(join(blind, name), "utf8"));
      writeFileSync(join(blind, name), JSON.stringify(rest));
    }
    // Says that another one is running, so that the program ends as soon as all its modules are there.
    const names = readFileSync(join(extracted, "out", "main", "electron.mjs"), "utf8").matchAll(
      /import (?:\w+, )?\{([^}]*)\} from "electron"/g,
    );
    const imported = [...names].flatMap(([, list = ""]) => list.split(",").map((each) => each.trim().split(" ")[0]));
    const fake = `const any = new Proxy(function () {}, { get: (_, name) => name === "then" ? undefined : any, apply: () => any, construct: () => any });
      export const app = { enableSandbox() {}, on() {}, requestSingleInstanceLock: () => false, exit(code) { console.log("ended with " + code); }, setAppUserModelId() {}, setPath() {}, getPath: () => ${JSON.stringify(work)}, commandLine: { hasSwitch: () => true, getSwitchValue: () => "" }, isPackaged: true };
      ${[...new Set(imported)]
        .filter((name) => name !== "app")
        .map((name) => `export const ${name} = any;`)
        .join("\n")}
      export default { app };`;
    const url = `data:text/javascript;base64,${Buffer.from(fake).toString("base64")}`;
    const hook = `import { registerHooks } from "node:module";
      registerHooks({ resolve: (name, context, next) => name === "electron" ? { url: ${JSON.stringify(url)}, shortCircuit: true } : next(name, context) });`;
    const output = execFileSync(
      process.execPath,
      [`--import=data:text/javascript,${encodeURIComponent(hook)}`, join(blind, "out", "main", "electron.mjs")],
      { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    );
    expect(output).toContain("ended with 1");
    for (const name of Object.keys(manifestOf(extracted)["dependencies"] ?? {}))
      if (name !== "electron-store")
        execFileSync(process.execPath, ["--input-type=module", "-e", `await import(${JSON.stringify(name)})`], {
          cwd: blind,
        });
  }, 60_000);

  test("says of each of our own modules in its name what it is, and asks no package.json above it", () => {
    const own = files.filter((name) => name.startsWith("/out/main/") && name.endsWith("js"));
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter((name) => !name.endsWith(".mjs"))).toEqual([]);
    // For those of others the search ends beside the archive, at one that says nothing.
    const nearest = JSON.parse(readFileSync(join(unpacked, "resources", "package.json"), "utf8"));
    expect(Object.keys(nearest)).not.toContain("type");
  });
});

describe("around the archive", () => {
  test("are the licences, the languages that the window speaks, and no second program", () => {
    expect(readFileSync(join(unpacked, "resources", "LICENSE.txt"), "utf8")).toContain("MIT License");
    expect(readFileSync(join(unpacked, "resources", "third-party-licences.txt"), "utf8")).toContain("undici");
    expect(readdirSync(join(unpacked, "locales"))).toEqual(["en-US.pak"]);
    expect(readdirSync(join(unpacked, "resources"))).not.toContain("default_app.asar");
  });

  test("is a binary with every fuse as it was decided", async () => {
    const wire: Readonly<Record<string, unknown>> = await getCurrentFuseWire(join(unpacked, "linkdesk"));
    const wanted: Readonly<Record<string, unknown>> = FUSES;
    const fuses = Object.values(FuseV1Options).filter((value) => typeof value === "number");
    expect(fuses).toHaveLength(9);
    for (const fuse of fuses)
      expect(wire[fuse], FuseV1Options[fuse]).toBe(wanted[fuse] === true ? FuseState.ENABLE : FuseState.DISABLE);
  });
});
