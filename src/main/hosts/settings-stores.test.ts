import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openConfStore } from "./chromium/host.ts";
import { openElectronStore } from "./electron/host.ts";

// electron-store asks Electron for its folders although it is told one.
vi.mock("electron", () => {
  const electron = {
    app: { getPath: () => tmpdir(), getVersion: () => "0.0.0" },
    ipcMain: { on: () => {} },
    shell: {},
  };
  return { ...electron, default: electron };
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const hosts = [
  { name: "electron", open: openElectronStore },
  { name: "chromium", open: openConfStore },
];

describe.each(hosts)("the settings file of the $name host", ({ open }) => {
  test("is not made by reading, and is replaced whole by writing", () => {
    const folder = temporaryFolder();
    const store = open(folder, "settings");
    expect(store.path).toBe(join(folder, "settings.json"));
    expect(store.read()).toEqual({});
    expect(readdirSync(folder)).toEqual([]);
    store.write({ first: 1, "with.dot": { deep: [null, "é"] } });
    store.write({ second: 2, "with.dot": { deep: [null, "é"] } });
    expect({ ...open(folder, "settings").read() }).toEqual({ second: 2, "with.dot": { deep: [null, "é"] } });
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  });

  test("is for its owner only", () => {
    const folder = temporaryFolder();
    open(folder, "vault").write({ a: 1 });
    chmodSync(join(folder, "vault.json"), 0o644);
    open(folder, "vault").write({ a: 2 });
    expect(statSync(join(folder, "vault.json")).mode & 0o777).toBe(0o600);
  });

  test.each(["{", "", "[]", "3"])("throws and stays as it is when it is not a JSON object: %j", (content) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "settings.json"), content);
    expect(() => open(folder, "settings")).toThrow(SyntaxError);
    expect(readFileSync(join(folder, "settings.json"), "utf8")).toBe(content);
  });

  test("takes a byte order mark and keys that mean something to a prototype", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "settings.json"), '\uFEFF{"__proto__":{"a":1},"constructor":2}');
    const store = open(folder, "settings");
    store.write({ ...store.read(), more: true });
    expect(readFileSync(join(folder, "settings.json"), "utf8")).toMatch(/__proto__[^]*constructor[^]*more/);
    expect("a" in {}).toBe(false);
  });

  test("is written over by a later write when somebody damaged it meanwhile", () => {
    const folder = temporaryFolder();
    const store = open(folder, "settings");
    store.write({ a: 1 });
    writeFileSync(join(folder, "settings.json"), "{");
    store.write({ a: 2 });
    expect({ ...open(folder, "settings").read() }).toEqual({ a: 2 });
  });
});

test("both hosts write the same bytes", () => {
  const [first, second] = hosts.map(({ open }) => {
    const folder = temporaryFolder();
    open(folder, "settings").write({ version: 1, list: [{ "a.b": "ü" }] });
    return readFileSync(join(folder, "settings.json"), "utf8");
  });
  expect(first).toBe(second);
});

// A limit on the size of files cuts a write short as a full disk does: the system takes a part and reports no error.
test.skipIf(process.platform === "win32")(
  "a write that the system cuts short throws and leaves the former content",
  () => {
    const folder = temporaryFolder();
    const module = join(import.meta.dirname, "chromium/host.ts");
    const program = `
    const { openConfStore } = await import(${JSON.stringify(module)});
    const store = openConfStore(${JSON.stringify(folder)}, "settings");
    store.write({ small: true });
    try { store.write({ large: "x".repeat(9000) }); console.log("no error"); }
    catch (error) { console.log(error.code); }
    const fresh = openConfStore(${JSON.stringify(folder)}, "vault");
    try { fresh.write({ large: "x".repeat(9000) }); } catch (error) { console.log(error.code); }`;
    const output = execFileSync(
      "sh",
      ["-c", 'trap "" XFSZ; ulimit -f 4; exec "$0" --input-type=module -e "$1"', process.execPath, program],
      // Node itself would write what it has compiled, and be ended for it.
      { encoding: "utf8", env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" } },
    );
    expect(output.trim().split("\n")).toEqual(["ENOSPC", "ENOSPC"]);
    expect(JSON.parse(readFileSync(join(folder, "settings.json"), "utf8"))).toEqual({ small: true });
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  },
);
