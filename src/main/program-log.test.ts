import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createProgramLog } from "./program-log.ts";
import { createRedactor } from "./redactor/index.ts";

function open(options: { readonly fileBytes?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const shown: string[] = [];
  const log = createProgramLog({ ...options, terminal: (text) => shown.push(text) });
  const files = (): readonly string[] => readdirSync(join(folder, "logs")).toSorted();
  const text = (name = "linkdesk.log"): string => readFileSync(join(folder, "logs", name), "utf8");
  return { folder, log, shown, files, text };
}

test("what is said before the folder is known stands first, with the moment of each entry", () => {
  const { folder, log, shown, text } = open();
  log.write("Too early for a file.");
  expect([log.file(), log.tail(1_000)]).toEqual([null, ""]);
  log.keepIn(folder);
  log.write("100 %s of it", new RangeError("too far", { cause: new Error("the reason") }));
  const [first = "", started, second = "", third = ""] = text().split("\n");
  expect(started).toContain(`Started: process ${process.pid}`);
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z Too early for a file\.$/);
  expect(second).toMatch(/Z 100 %s of it RangeError: too far$/);
  expect(third).toMatch(/^\s+at /);
  expect(text()).toContain("caused by Error: the reason");
  expect(shown).toHaveLength(2);
  expect(log.tail(1_000_000)).toBe(text());
  // From the first whole line on.
  expect(log.tail(text().length - 10).split("\n")[0]).toMatch(/Z Started/);
  if (process.platform !== "win32") expect(statSync(log.file() ?? "").mode & 0o777).toBe(0o600);
});

test("no secret and no body is in it, however it got into an error", () => {
  const { folder, log, shown, text } = open();
  const planted = [
    "sk_live_planted 1/ü",
    "whsec_planted2",
    "planted-key-3",
    "planted-query-4",
    "planted-pass-5",
    "planted-body-6",
  ];
  const { text: mask } = createRedactor(planted.slice(0, 2));
  log.maskWith((said) => mask(said).value);
  log.keepIn(folder);
  const parse = (body: string): unknown => {
    try {
      return JSON.parse(body);
    } catch (error) {
      return error;
    }
  };
  const failure = Object.assign(new Error(`Request with ${planted[0]} refused`), {
    request: { headers: { authorization: "Bearer planted-key-3" }, body: Buffer.from("planted-body-6") },
    cause: new Error(`GET https://ada:planted-pass-5@api.example/links?key=planted-query-4 failed`),
  });
  log.write("The call failed.", failure);
  log.write(
    "Percent-encoded and in base64.",
    new Error(`${encodeURIComponent(planted[0] ?? "")} ${btoa("whsec_planted2")}`),
  );
  log.write("Headers: x-api-key: planted-key-3, Authorization: Bearer planted-key-3");
  log.write("Unreadable.", parse('planted-body-6 is {"no": json'));
  log.write("Unreadable.", parse('{"remark": "planted-body-6'));
  log.write("Odd.", { remark: "planted-body-6" });
  log.write(
    "Refused.",
    new Error(`Got {"remark":"planted-body-6","amount":"1000","currency":"NGN","reference":"x"} back`),
  );
  log.write("Large.", new Error(`${"x".repeat(400)} planted-body-6`));
  const written = text();
  for (const secret of planted) expect(written).not.toContain(secret);
  expect(written).not.toMatch(/planted-|sk_live|whsec/);
  expect(written).toMatch(/GET https:\/\/•+@api\.example\/links\?•+ failed/);
  // On the terminal, which the user's own eyes read, an error is shown as Node shows it.
  expect(shown[0]).toContain("planted-query-4");
});

test("it has at most three files of a bounded size, the newest entries in the first", () => {
  const { folder, log, files, text } = open({ fileBytes: 4_000 });
  log.keepIn(folder);
  for (let number = 0; number < 500; number += 1) log.write(`Entry ${number} ${"x".repeat(100)}`);
  expect(files()).toEqual(["linkdesk.1.log", "linkdesk.2.log", "linkdesk.log"]);
  for (const name of files()) expect(text(name).length).toBeLessThan(4_400);
  expect(text()).toContain("Entry 499 ");
  log.write("y".repeat(1_000_000));
  expect(log.tail(1_000_000).length).toBeLessThan(13_000);
});

test("an entry is one line however many a stranger wrote, and shows what would move the cursor", () => {
  const { folder, log, text } = open();
  log.keepIn(folder);
  log.write("Said: a\n2026-01-01T00:00:00.000Z Forged\u001b[2J");
  expect(text()).toMatch(/Said: a\n {2}2026-01-01T00:00:00\.000Z Forged\\u\{1b\}\[2J\n$/);
});

test("a folder that cannot be written to is no reason to stop", () => {
  const { folder, log } = open();
  writeFileSync(join(folder, "logs"), "a file where the folder should be");
  log.keepIn(folder);
  expect(() => log.write("Nobody hears this.")).not.toThrow();
  expect(log.tail(100)).toBe("");
});

test("a percent sign in a message is no place to fill in", () => {
  const written = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => written.mockRestore());
  createProgramLog().write("Not known here and left out: --a=%s%d", { of: "a stranger" });
  expect(written).toHaveBeenCalledWith("%s", expect.stringContaining("--a=%s%d { of: 'a stranger' }"));
});
