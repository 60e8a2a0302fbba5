import { afterEach, beforeEach, expect, it } from "vitest";
import { createJournals, sampleDelivery } from "../../../../tests/journal/samples.ts";
import { parseFilter } from "../../../shared/filter/index.ts";
import { openForReading } from "../file/open-file.ts";
import { openCandidates } from "./candidates.ts";
import { type CompiledFilter, compileFilter } from "./compile-filter.ts";

// As many conditions as two thousand characters can say. Each looks into every row, and while a piece of the log is gone
// through nobody else is answered.
const MANY = Array.from({ length: 280 }, (_, place) => `ref:${place.toString(36)}`).join(" ");

let journals: ReturnType<typeof createJournals>;
beforeEach(() => {
  journals = createJournals();
});
afterEach(() => journals.dispose());

function compiled(text: string): CompiledFilter {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.errors[0].message);
  return compileFilter(parsed.filter, 0);
}

it("takes fewer rows at a time, the more conditions a filter has", async () => {
  const journal = await journals.open();
  await journal.append(sampleDelivery());
  await journal.close();
  using database = openForReading(journals.folder);
  const rangesOf = openCandidates(database);
  const longest = (filter: string): number =>
    Math.max(
      ...Array.from(
        rangesOf(compiled(filter), { low: 1, high: 100_000 }, "older", null),
        ({ low, high }) => high - low + 1,
      ),
    );
  const [one, many] = [longest("ref:a"), longest(MANY)];
  expect(one).toBeGreaterThanOrEqual(many * 200);
  // None is left out.
  const all = [...rangesOf(compiled(MANY), { low: 1, high: 100_000 }, "newer", null)];
  expect(all.reduce((sum, { low, high }) => sum + high - low + 1, 0)).toBe(100_000);
});

it("looks once for what is said many times", () => {
  const once = compiled("ref:ab -path:x header:y");
  const often = compiled("ref:ab -path:x header:y ".repeat(50).trim());
  expect(often.condition).toBe(once.condition);
  expect(often.parameters).toEqual(once.parameters);
});
