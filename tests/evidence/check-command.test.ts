import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readArguments } from "../../src/cli/arguments.ts";
import { checkFiles } from "../../src/cli/check.ts";
import { sampleDelivery } from "../journal/samples.ts";
import { exportsOf } from "./exports-of.ts";

const ALL = { of: "filter", filter: "" } as const;
let writer: Awaited<ReturnType<typeof exportsOf>>;
beforeEach(async () => {
  writer = await exportsOf({});
});
afterEach(() => writer.dispose());

/** What the command says and how it ends, as it is typed. */
async function check(...args: readonly string[]) {
  const said: string[] = [];
  const events: Readonly<Record<string, unknown>>[] = [];
  const code = await checkFiles(readArguments(["check", ...args]), {
    line: (text) => void said.push(text),
    event: (event) => void events.push(event),
  });
  return { code, said: said.join("\n"), events };
}

it("ends with 0 for a case file that is whole, 1 for one that was altered or proves nothing, 2 for what cannot be read", async () => {
  await writer.journal.append(sampleDelivery('{"amount":9007199254740993123}'));
  const file = await writer.file(ALL, "case", { state: "unredacted" });
  const whole = await check(file);
  expect(whole.code).toBe(0);
  expect(whole.said).toMatch(/Whole, signed by somebody you do not know.*Fingerprint: ([0-9A-F]{4} ){9}[0-9A-F]{4}/s);
  const fingerprint = /Fingerprint: (.*)/.exec(whole.said)?.[1] ?? "";
  expect(await check(file, "--signed-by", fingerprint.toLowerCase())).toMatchObject({ code: 0 });
  expect(await check(file, "--signed-by", "AB".repeat(20))).toMatchObject({ code: 1 });

  const bytes = await readFile(file);
  const altered = join(writer.folder, "altered.linkdesk-case");
  const at = bytes.indexOf("events.ndjson") + 60;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(altered, bytes);
  const changed = await check(altered);
  expect(changed.code).toBe(1);
  expect(changed.said).toContain("events.ndjson was changed");
  const har = await writer.file(ALL, "har", { state: "unredacted" });
  expect(await check(har)).toMatchObject({ code: 1, events: [{ good: false, is: "har" }] });

  const gone = await check(join(writer.folder, "gone.linkdesk-case"), file);
  expect(gone).toMatchObject({ code: 2, events: [{ good: false }, { good: true }] });
  expect(gone.said).toContain("It is not there any more.");
});

it.each([[], ["a", "--signed-by", "xyz"]])("is refused with %j", async (...args) => {
  await expect(check(...args)).rejects.toMatchObject({ code: "usage" });
});
