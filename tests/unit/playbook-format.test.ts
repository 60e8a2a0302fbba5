import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { readPlaybook } from "../../src/main/playbooks/index.ts";
import { readTable } from "../../src/shared/csv.ts";
import { playbook, playbookText } from "../../src/shared/playbook.ts";
import { SAMPLE_PLAYBOOK } from "../fakes/playbooks.ts";

it("the schema that is published is the one that files are read by", () => {
  const published: unknown = JSON.parse(readFileSync("docs/playbook.schema.json", "utf8"));
  expect(published).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(playbook, { io: "input" }))));
});

it("members stand in one order whatever order they came in, and a changed value is one changed line", () => {
  const text = playbookText(SAMPLE_PLAYBOOK);
  const reversed = Object.fromEntries(Object.entries(SAMPLE_PLAYBOOK).toReversed());
  expect(playbookText(readPlaybook(JSON.stringify(reversed)))).toBe(text);
  const [amount, ...rest] = SAMPLE_PLAYBOOK.parameters;
  const changed = playbookText({
    ...SAMPLE_PLAYBOOK,
    parameters: [{ name: amount?.name ?? "", default: "9007199254740993123" }, ...rest],
  });
  const [before, after] = [text.split("\n"), changed.split("\n")];
  expect(after.filter((line, place) => line !== before[place])).toEqual(['      "default": "9007199254740993123"']);
  expect(after.length).toBe(before.length);
});

it.each([
  ["a newer version, by its number", { ...SAMPLE_PLAYBOOK, version: 2 }, /newer version of Linkdesk.*2/],
  ["another file of ours", { format: "linkdesk-profiles", version: 1, profiles: [] }, /not a Linkdesk playbook/],
  ["a parameter that is not there", { ...SAMPLE_PLAYBOOK, parameters: [] }, /\{amount\} is not among the parameters/],
  [
    "two steps of one id",
    { ...SAMPLE_PLAYBOOK, steps: [SAMPLE_PLAYBOOK.steps[1], SAMPLE_PLAYBOOK.steps[1]] },
    /Two steps have the same id/,
  ],
])("refuses %s", (_, value, sentence) => {
  expect(() => readPlaybook(JSON.stringify(value))).toThrow(sentence);
});

it("what a file has beside its format, a host or a secret, is not taken over", () => {
  const stranger = { ...SAMPLE_PLAYBOOK, baseUrl: "https://evil.test", secret: "s3cret" };
  expect(playbookText(readPlaybook(JSON.stringify(stranger)))).toBe(playbookText(SAMPLE_PLAYBOOK));
});

it.each([
  [
    "commas, quotes and lines within",
    'amount,remark\r\n007,"a, ""b""\nc"\r\n',
    [{ amount: "007", remark: 'a, "b"\nc' }],
  ],
  [
    "semicolons and a mark at the beginning",
    "\uFEFFamount;user\n1;x\n\n2;\n",
    [
      { amount: "1", user: "x" },
      { amount: "2", user: "" },
    ],
  ],
])("reads a table with %s", (_, content, rows) => {
  expect(readTable(content)).toEqual({ ok: true, rows });
});

it.each(["amount", "a,a\n1,2", "a,b\n1", 'a\n"1'])("refuses the table %j", (content) => {
  expect(readTable(content)).toMatchObject({ ok: false });
});
