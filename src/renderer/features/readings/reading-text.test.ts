import { expect, test } from "vitest";
import { KIOSK_READING } from "../../../../tests/support/sample-reading.ts";
import { reading } from "../../../shared/reading.ts";
import { readingOfText, readingText } from "./reading-text.ts";

test("what is not changed by hand comes back as it was", () => {
  expect(readingOfText(KIOSK_READING, readingText(KIOSK_READING))).toEqual(KIOSK_READING);
});

test("a watched place that stays keeps the words seen there, and one may come or go", () => {
  const code = { path: "code", words: ["00", "01"] };
  const watched = { ...KIOSK_READING, watched: [code, { path: "flag", words: ["true"] }] };
  expect(readingOfText(watched, readingText(watched))).toEqual(watched);
  const typed = readingOfText(watched, { ...readingText(watched), watched: "code\n\n step " });
  expect(typed).toMatchObject({ watched: [code, { path: "step", words: [] }] });
});

test("an empty path is a value that is not carried, a currency may be fixed, and a bad path is named by its field", () => {
  const text = { ...readingText(KIOSK_READING), user: " ", currency: "", fixed: "NGN", remark: "note..text" };
  const typed = readingOfText(KIOSK_READING, text);
  expect(typed).toMatchObject({ user: null, currency: { fixed: "NGN" } });
  expect(reading.safeParse(typed).error?.issues.map(({ path }) => path.join("."))).toEqual(["remark.path"]);
});
