import { describe, expect, it } from "vitest";
import { confirmedBy, proposeReading, readWebhook } from "../../src/main/payload/index.ts";
import type { ReadItem, Reading } from "../../src/shared/reading.ts";
import { reading as readingSchema, webhookReading } from "../../src/shared/reading.ts";
import { expectedOf, isGreen, proposed, wrongIn } from "./judge.ts";
import {
  awaitedOf,
  FREELY_CHANGED,
  hasVariant,
  type Movement,
  movementOf,
  type Shape,
  sourceOf,
  WORD_VARIANTS,
  wordsIn,
} from "./shape.ts";
import { FIFTH_SHAPES } from "./shapes-fifth.ts";
import { FIRST_SHAPES } from "./shapes-first.ts";
import { FOURTH_SHAPES } from "./shapes-fourth.ts";
import { SECOND_SHAPES } from "./shapes-second.ts";
import { SEVENTH_SHAPES } from "./shapes-seventh.ts";
import { SIXTH_SHAPES } from "./shapes-sixth.ts";
import { THIRD_SHAPES } from "./shapes-third.ts";

const SHAPES = [
  ...FIRST_SHAPES,
  ...SECOND_SHAPES,
  ...THIRD_SHAPES,
  ...FOURTH_SHAPES,
  ...FIFTH_SHAPES,
  ...SIXTH_SHAPES,
  ...SEVENTH_SHAPES,
];
/** Shapes of which the first webhook is proposed entirely right: more is better, fewer is a step back. */
const RIGHT = 447;
/** What passes, and should not: a part of the amount under another name, beside the whole one. */
const PASSES = ["Niubiz other"];

const table = SHAPES.map((shape, at) => ({ shape, at, name: `${at} ${shape.name}` }));

it("has at least 200 shapes, each with a name of its own", () => {
  expect(SHAPES.length).toBeGreaterThanOrEqual(200);
  expect(new Set(SHAPES.map(({ name }) => name)).size).toBe(SHAPES.length);
});

it("proposes most shapes entirely right at first sight", () => {
  const right = table.filter(({ shape, at }) => {
    const { read, movement } = proposed(shape, at);
    return read.newWords.length === 0 && wrongIn(shape, itemOf(read.items, movement), movement).length === 0;
  });
  expect(right.length).toBe(RIGHT);
  expect(right.length / SHAPES.length).toBeGreaterThanOrEqual(0.85);
});

function itemOf(items: readonly ReadItem[], { amount, id }: Movement): ReadItem | undefined {
  return (
    items.find(({ ids }) => ids.some(({ text }) => text === id)) ??
    items.find((item) => item.amount?.units === String(amount)) ??
    items[0]
  );
}

/** What a user confirms: the proposal, with the places corrected that it has wrong. */
function confirmed(shape: Shape, at: number): Reading {
  const movement = movementOf(at);
  const source = sourceOf(shape, movement, wordsIn(shape, "good"));
  const proposal = proposeReading(source, [awaitedOf(shape, movement)]);
  if (proposal === null) throw new Error(`Nothing is proposed for ${shape.name}.`);
  const item = itemOf(readWebhook(source, [], [awaitedOf(shape, movement)]).items, movement);
  const expected = expectedOf(shape, movement);
  const person = (role: "user" | "from" | "to") => {
    const [path] = expected[role];
    if (path === undefined) return role === "user" && shape.operation === "charge" ? proposal.user : null;
    return expected[role].includes(item?.[role]?.path ?? "") ? proposal[role] : { path, written: "same" as const };
  };
  const isAmountRight =
    expected.amount.includes(item?.amount?.path ?? "") && item?.amount?.units === String(movement.amount);
  const scale = /\$D/.test(shape.body) ? 2 : /\$M/.test(shape.body) ? -2 : 0;
  const [amountPath = ""] = expected.amount;
  const [currencyPath] = expected.currency;
  const isCurrencyRight = currencyPath === undefined || expected.currency.includes(item?.currency?.path ?? "");
  const means = { credit: "credit", charge: "charge" }[shape.operation] as "credit" | "charge";
  return confirmedBy(source, {
    ...proposal,
    confirmedAt: at,
    amount: isAmountRight
      ? proposal.amount
      : { path: amountPath, scale, decimalMark: ".", negative: shape.body.includes("-$A") },
    currency: isCurrencyRight ? proposal.currency : { path: currencyPath },
    user: person("user"),
    from: person("from"),
    to: person("to"),
    purpose: {
      always: proposal.purpose.always,
      places: proposal.purpose.places.map(({ path, words }) => ({
        path,
        words: words.map((word) =>
          word.means === "either" || word.means === means ? word : { ...word, means: "either" as const },
        ),
      })),
    },
    outcome: {
      places: proposal.outcome.places.map(({ path, words }) => ({
        path,
        words: words.map(({ text }) => ({ text, means: "went-through" as const })),
      })),
    },
  });
}

describe.each(table)("$name", ({ shape, at }) => {
  const movement = movementOf(at);
  const good = wordsIn(shape, "good");
  const reading = confirmed(shape, at);
  const expected = expectedOf(shape, movement);
  const read = (changed: Partial<Movement>, words = good, readings: readonly Reading[] = [reading]) =>
    readWebhook(
      sourceOf(shape, { ...movement, ...changed }, words, changed.remark === undefined ? {} : FREELY_CHANGED),
      readings,
      [awaitedOf(shape, movement)],
    );

  it("is never sure before somebody has confirmed it", () => {
    for (const variant of WORD_VARIANTS) {
      const found = read({}, wordsIn(shape, variant), []);
      expect(["proposed", "nothing"]).toContain(found.by);
      expect(webhookReading.parse(found)).toEqual(found);
    }
    expect(readingSchema.parse(reading)).toEqual(reading);
  });

  it("is read exactly, once it is confirmed, whatever its values are", () => {
    const { from, to } = movement;
    const others: readonly Partial<Movement>[] = [
      {},
      { amount: movement.amount + 1, id: "other-1-9f00d" },
      { amount: movement.amount * 100 },
      { user: "somebody-else-7", from: "somebody-else-7" },
      { from: to, to: from, user: to },
      { currency: "JPY" },
      { amount: 910_500, id: "e7other0", remark: "Something else", user: "u_77a", from: "u_77a", to: "u_88b" },
    ];
    for (const changed of others) {
      // Its currency is a part of a key, or says the unit too: another one is another shape.
      if (changed.currency !== undefined && /\$K|\$C\/[0-9]/.test(shape.body)) continue;
      const now = { ...movement, ...changed };
      const webhook = read(changed);
      const item = itemOf(webhook.items, now);
      const people = (role: "user" | "from" | "to") => (expected[role].length > 0 ? now[role] : item?.[role]?.text);
      expect(webhook).toMatchObject({ by: "confirmed", newWords: [], incomplete: null });
      expect({ ...item, ids: [] }).toMatchObject({
        amount: { units: String(now.amount) },
        currency: expected.currency.length > 0 ? { code: now.currency } : (item?.currency ?? null),
      });
      for (const role of ["user", "from", "to"] as const)
        if (shape.operation === (role === "user" ? "credit" : "charge")) expect(item?.[role]?.text).toBe(people(role));
      expect(isGreen({ ...webhook, items: item === undefined ? [] : [item] }, shape.operation)).toBe(true);
    }
  });

  it.each(WORD_VARIANTS.filter((variant) => variant !== "good" && hasVariant(shape, variant)))(
    "is not taken for one that went through when it says: %s",
    (variant) => {
      const webhook = read({}, wordsIn(shape, variant));
      const item = itemOf(webhook.items, movement);
      const passes = isGreen({ ...webhook, items: item === undefined ? [] : [item] }, shape.operation);
      expect(passes).toBe(PASSES.includes(`${shape.name} ${variant}`));
    },
  );

  it.each(["E", "S"].filter((mark) => good[mark] !== undefined && (shape.words[mark] ?? "").includes("|")))(
    "asks for a word that was never seen at $%s",
    (mark) => {
      const word = /^[0-9]+$/.test(good[mark] ?? "")
        ? "7753"
        : /^(?:true|false)$/.test(good[mark] ?? "")
          ? good[mark] === "true"
            ? "false"
            : "true"
          : "Zzyzx_41";
      const webhook = read({}, { ...good, [mark]: word });
      expect(isGreen(webhook, shape.operation)).toBe(false);
    },
  );
});
