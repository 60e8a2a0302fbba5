import { describe, expect, it } from "vitest";
import { newTag, retagged, tagsIn, withoutTags, withTag } from "./run-tag.ts";

describe("tags", () => {
  it("are found again in the remark that carries them, in any case", () => {
    let drawn = 0;
    const tag = newTag(
      (below) => (drawn += 7) % below,
      () => false,
    );
    const remark = withTag("Lunch", tag);
    expect(remark).toMatch(/^Lunch \[ld-[2-9a-z]{5}\]$/);
    expect(tagsIn(remark)).toEqual([tag]);
    expect(tagsIn(remark.toUpperCase())).toEqual([tag]);
    expect(tagsIn(`via bank: ${remark} (ref 3)`)).toEqual([tag]);
    expect(tagsIn(withTag("", tag))).toEqual([tag]);
  });

  it("are never given out twice", () => {
    const draws = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1];
    const first = "22222";
    expect(
      newTag(
        () => draws.shift() ?? 2,
        (tag) => tag === first,
      ),
    ).toBe("33333");
  });

  it("give way to a new one in a body, and nothing else does", () => {
    const body = (remark: string) => `{ "amount": 10.00,"remark" : ${remark} , "to":"a\\/[ld-aaaa2]"}`;
    expect(retagged(body('"Lunch \\/ \\u2615 [ld-aaaa2]"'), "bbbb2")).toBe(body('"Lunch \\/ \\u2615 [ld-bbbb2]"'));
    expect(retagged(body('"Lunch"'), "bbbb2")).toBe(body('"Lunch [ld-bbbb2]"'));
    expect(retagged(body('"[ld-aaaa2]"'), "bbbb2")).toBe(body('"[ld-bbbb2]"'));
    expect(retagged(body('"Lunch \\u005bld-aaaa2]"'), "bbbb2")).toBe(body('"Lunch [ld-bbbb2]"'));
    for (const none of [body('""'), body("7"), "{}", "no JSON"]) expect(retagged(none, "bbbb2")).toBeNull();
    expect(withoutTags("Lunch [ld-aaaa2] at one [LD-BBBB2]")).toBe("Lunch at one");
  });

  it.each(["", "Lunch", "[ld-]", "[ld-abc]", "ld-7f3kq", "[ld-7f3k q]", "[ld-oilu2]", "[xd-7f3kq]"])(
    "are not seen in %j",
    (text) => {
      expect(tagsIn(text)).toEqual([]);
    },
  );
});
