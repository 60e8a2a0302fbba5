import { afterEach, describe, expect, it } from "vitest";
import { createRules } from "../../src/main/evidence/redaction/rules.ts";
import type { ExportFormat } from "../../src/shared/evidence.ts";
import { type RedactionRule, redactionRule } from "../../src/shared/redaction-rules.ts";
import { sampleDelivery } from "../journal/samples.ts";
import { exportsOf } from "./exports-of.ts";

const ALL = { of: "filter", filter: "" } as const;
const text = (pattern: string): RedactionRule => ({ hides: "text", pattern });
const field = (pattern: string): RedactionRule => ({ hides: "field", pattern });

let setup: Awaited<ReturnType<typeof exportsOf>> | null = null;
afterEach(async () => {
  await setup?.dispose();
  setup = null;
});

/** What the rules of the one profile find in a text. */
function foundIn(rules: readonly RedactionRule[], value: string): readonly string[] {
  const { detail } = { detail: { kind: "delivery", summary: { kind: "delivery", profile: null } } } as never as {
    detail: Parameters<ReturnType<typeof createRules>>[0];
  };
  const { spot } = createRules({ of: { shop: rules }, otherwise: "shop" })(detail);
  return spot(value).map(({ start, end }) => value.slice(start, end));
}

describe("a rule of the profile's own", () => {
  it.each([
    ["ORD-####", "see ORD-1234 and ord-99999, not ORD-12", ["ORD-1234", "ord-9999"]],
    ["ACME-*", "ACME-blue/7, acme-x ACME-", ["ACME-blue/7,", "acme-x", "ACME-"]],
    ["*@desk", "write to ada.obi@desk or @desk", ["ada.obi@desk", "@desk"]],
    ["a*z", "a--z a z abz", ["a--z", "abz"]],
    ["zwölf", "ZWÖLF zwölf", ["ZWÖLF", "zwölf"]],
  ])("%s", (pattern, value, expected) => {
    expect(foundIn([text(pattern)], value)).toEqual(expected);
  });

  it("takes no longer than in proportion to the text, whatever it is", () => {
    const hostile = "a".repeat(300_000);
    const usual = performance.now();
    foundIn([text("nothing-like-it")], hostile);
    const bare = performance.now() - usual;
    const begun = performance.now();
    foundIn([text(`${"a*".repeat(45)}b`)], hostile);
    expect(performance.now() - begun).toBeLessThan(2_000 * Math.max(bare, 5));
  });

  it("is refused when it would leave out everything", () => {
    for (const pattern of ["", "*", "a*", "***", "x".repeat(101)])
      expect(redactionRule.safeParse({ hides: "text", pattern }).success).toBe(false);
    expect(redactionRule.safeParse({ hides: "text", pattern: "##" }).success).toBe(true);
  });

  const FORMATS: readonly ExportFormat[] = ["text", "html", "har", "ndjson", "csv", "case"];

  it("leaves out what it finds, and where it is a field, in every form; and is listed by itself", async () => {
    setup = await exportsOf({ rules: [text("JOB/####"), field("loyaltyTier")] });
    await setup.journal.append(
      sampleDelivery(
        JSON.stringify({ loyalty_tier: "platinum-plus", tier_points: 44_321, see: "about JOB/7788 today" }),
        {
          path: "/webhooks?job=JOB%2F7788",
        },
      ),
    );
    await setup.journal.append(sampleDelivery("JOB/7788 is platinum-plus"));
    const preview = await setup.exports.prepare({ requestId: "look", scope: ALL, log: "own" });
    const own = preview.groups.filter(({ kind }) => kind === "own").map(({ place }) => place);
    expect(own).toEqual(expect.arrayContaining(["loyalty_tier", "see", "address ?job"]));
    for (const format of FORMATS) {
      const file = await setup.written(ALL, format);
      const decoded = [...file.matchAll(/"([A-Za-z0-9+/]{16,}={0,2})"/g)].map(([, found]) =>
        Buffer.from(found ?? "", "base64").toString("utf8"),
      );
      const all = [file, ...decoded].join("\n");
      expect([format, all.match(/JOB(?:\/|%2F)7788|platinum-plus/i)]).toEqual([format, null]);
    }
  });
});
