import type { Shape } from "./shape.ts";

/** All that is seen of a kind: what must never pass after its good webhook was confirmed, and what should. */
export interface Kind {
  readonly shape: Shape;
  /** By what they are, each with the words in which they differ from the good one. */
  readonly bad: Readonly<Record<string, Words>>;
  readonly fine: Readonly<Record<string, Words>>;
}

type Words = Readonly<Record<string, string>>;

const IN_TABLE = ["failed", "pending", "refund", "other"];

/** A kind, with the shape that the table has of it: its first failed, pending, refunded and other one. */
function kindOf(
  operation: Shape["operation"],
  name: string,
  body: string,
  good: Words,
  bad: Kind["bad"],
  fine: Kind["fine"] = {},
  how: Shape["how"] = body.startsWith("<") ? "xml" : /^[[{]/.test(body) ? "json" : "form",
  headers = "",
): Kind {
  const differs = (words: Words | undefined, mark: string) => {
    const word = words?.[mark] ?? "";
    return word === good[mark] ? "" : word;
  };
  const words = Object.entries(good).map(([mark, word]) => {
    const fineWord = Object.values(fine)
      .map((each) => differs(each, mark))
      .find((each) => each !== "");
    return [mark, [word, ...IN_TABLE.map((each) => differs(bad[each], mark)), fineWord ?? ""].join("|")];
  });
  return { shape: { name, operation, body, words: Object.fromEntries(words), how, headers }, bad, fine };
}

type Rest = Parameters<typeof kindOf> extends [unknown, ...infer Others] ? Others : never;

/** A kind whose good webhook tells of a charge. */
export const charge = (...rest: Rest): Kind => kindOf("charge", ...rest);
/** A kind whose good webhook tells of a credit. */
export const credit = (...rest: Rest): Kind => kindOf("credit", ...rest);
