import { readWebhook } from "../../src/main/payload/index.ts";
import type { ReadItem, WebhookReading } from "../../src/shared/reading.ts";
import { awaitedOf, type Movement, movementOf, pathsOf, type Shape, sourceOf, wordsIn } from "./shape.ts";

/** Where a shape carries what, by the marks in its body. */
export interface Expected {
  readonly amount: readonly string[];
  readonly currency: readonly string[];
  readonly user: readonly string[];
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly remark: readonly string[];
  readonly ids: readonly string[];
}

const expectations = new WeakMap<Shape, { readonly movement: Movement; readonly expected: Expected }>();

export function expectedOf(shape: Shape, movement: Movement): Expected {
  const known = expectations.get(shape);
  if (known?.movement.id === movement.id) return known.expected;
  const expected = placesIn(shape, movement);
  expectations.set(shape, { movement, expected });
  return expected;
}

function placesIn(shape: Shape, movement: Movement): Expected {
  const at = (...marks: Parameters<typeof pathsOf>[1][]) => marks.flatMap((mark) => pathsOf(shape, mark, movement));
  return {
    amount: at("A", "D", "M", "G", "H"),
    currency: at("C", "Q"),
    user: at("U"),
    from: at("F"),
    to: at("T"),
    remark: at("R"),
    ids: at("I"),
  };
}

/** What is wrong with how a good webhook was read; nothing for an entirely right one. */
export function wrongIn(shape: Shape, item: ReadItem | undefined, movement: Movement): readonly string[] {
  if (item === undefined) return ["no item"];
  const expected = expectedOf(shape, movement);
  const wrong: string[] = [];
  const check = (name: string, isRight: boolean, found: unknown) => {
    if (!isRight) wrong.push(`${name}: ${JSON.stringify(found)}`);
  };
  check("amount", expected.amount.includes(item.amount?.path ?? "-"), item.amount);
  check("units", item.amount?.units === String(movement.amount), item.amount?.units);
  const said = expected.currency.length > 0 && !shape.body.includes("$G");
  if (said) check("currency", expected.currency.includes(item.currency?.path ?? "-"), item.currency);
  if (said || /\$[KG]/.test(shape.body)) check("code", item.currency?.code === movement.currency, item.currency);
  else check("no currency", item.currency === null, item.currency);
  for (const role of ["user", "from", "to"] as const) {
    const found = item[role];
    if (expected[role].length > 0)
      check(role, expected[role].includes(found?.path ?? "-") && isNamed(found, movement[role]), found);
    else if (role !== "user" || shape.operation === "credit") check(`no ${role}`, found === null, found);
  }
  if (shape.operation === "charge" && expected.remark.length > 0)
    check("remark", expected.remark.includes(item.remark?.path ?? "-"), item.remark);
  check("purpose", item.purpose === null || item.purpose.means === shape.operation, item.purpose);
  check("outcome", item.outcome === null || item.outcome.means === "went-through", item.outcome);
  if (hasOutcome(shape)) check("outcome found", item.outcome?.means === "went-through", item.outcome);
  if (expected.ids.length > 0)
    check(
      "id",
      item.ids.some(({ path }) => expected.ids.includes(path)),
      item.ids,
    );
  return wrong;
}

/** By the reference alone, or with what a service puts before it: `acct-ref:ada`. */
export function isNamed(found: ReadItem["user"] | undefined, reference: string): boolean {
  return found?.text === reference || (found?.written === "otherwise" && found.text.endsWith(`:${reference}`));
}

/** Whether a failure can be told from the shape's words. */
function hasOutcome({ words }: Shape): boolean {
  return (words["S"] ?? "").includes("|");
}

/** The proposal for a shape's good webhook, as it is read by it. */
export function proposed(shape: Shape, at: number): { readonly read: WebhookReading; readonly movement: Movement } {
  const movement = movementOf(at);
  return {
    movement,
    read: readWebhook(sourceOf(shape, movement, wordsIn(shape, "good")), [], [awaitedOf(shape, movement)]),
  };
}

/** Whether a run may call it matched, values aside: nothing speaks against it, and nothing is open. */
export function isGreen({ by, items, newWords }: WebhookReading, operation: Shape["operation"]): boolean {
  const [item] = items;
  if ((by !== "known" && by !== "confirmed") || item === undefined || newWords.length > 0) return false;
  const { purpose, outcome } = item;
  return (purpose === null || purpose.means === operation) && (outcome === null || outcome.means === "went-through");
}
