import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareHeaders, compareValues, firstDifference, isMomentNear } from "./index.ts";
import { MOST_VALUES } from "./values.ts";

function differences(left: string, right: string, itemOrder = true) {
  const result = compareValues(left, right, itemOrder);
  if (result.state !== "different") return result.state;
  return result.differences.map(({ path, change, kind, left: a, right: b }) => [path, change, kind, a, b]);
}

describe("two JSON bodies by their values", () => {
  it.each([
    ['{"a":1,"b":[true,null]}', '{ "b" : [true, null], "a" : 1.00 }'],
    ['{"n":9007199254740993}', '{"n":9007199254740993.0e0}'],
    ['"\\u0041\\/"', '"A/"'],
    ["\ufeff{}", "{ }"],
    ["[]", "[]"],
  ])("%s and %s are the same", (left, right) => {
    expect(differences(left, right)).toBe("same");
  });

  it("tells numbers apart that a float would not, with the digits as they stand", () => {
    expect(differences('{"n":9007199254740993}', '{"n":9007199254740992}')).toEqual([
      ["n", "changed", "value", "9007199254740993", "9007199254740992"],
    ]);
    expect(differences('{"n":50000}', '{"n":"50000"}')).toEqual([["n", "changed", "value", "50000", '"50000"']]);
  });

  it("says what was added, removed and changed, and where", () => {
    const left = '{"transaction":{"amount":50000,"odd key":{"x":1}},"gone":[1]}';
    const right = '{"transaction":{"odd key":{"x":2},"amount":50000},"new":null}';
    expect(differences(left, right)).toEqual([
      ['transaction["odd key"].x', "changed", "value", "1", "2"],
      ["gone", "removed", "value", "[1]", null],
      ["new", "added", "value", null, "null"],
    ]);
    expect(differences("[1]", "{}")).toEqual([["$", "changed", "value", "[1]", "{}"]]);
  });

  it("takes one more item for one difference, wherever it stands", () => {
    expect(differences("[1,2,3]", "[0,1,2,3]")).toEqual([["[0]", "added", "value", null, "0"]]);
    expect(differences("[1,2,3]", "[1,3]")).toEqual([["[1]", "removed", "value", "2", null]]);
    expect(differences('[{"a":1},{"a":2}]', '[{"a":1},{"a":3}]')).toEqual([["[1].a", "changed", "value", "2", "3"]]);
  });

  it("leaves the order of items out of account when it is told to", () => {
    expect(differences("[1,[2,3],4]", "[4,[3,2],1]", false)).toBe("same");
    expect(differences("[1,[2,3],4]", "[4,[3,2],1]")).not.toBe("same");
    expect(differences("[1,2,2]", "[2,1,5]", false)).toEqual([["[2]", "changed", "value", "2", "5"]]);
  });

  it("compares members of one name in their order", () => {
    expect(differences('{"a":1,"a":2}', '{"a":1,"a":3}')).toEqual([["a", "changed", "value", "2", "3"]]);
    expect(differences('{"a":1,"a":2}', '{"a":2,"a":1}')).not.toBe("same");
    expect(differences('{"a":1}', '{"a":1,"a":1}')).toEqual([["a", "added", "value", null, "1"]]);
  });

  it.each([
    ['{"id":1}', '{"id":2}', "id"],
    ['{"transaction_id":"a"}', '{"transaction_id":"b"}', "id"],
    ['{"requestId":"a"}', '{"requestId":"b"}', "id"],
    ['{"serial":"A-7"}', '{"serial":"A-8"}', "id"],
    ['{"trace":"trc_100002"}', '{"trace":"trc_100003"}', "id"],
    ['{"handle":"evt-live-9f2k4c"}', '{"handle":"evt-live-7b1x0d"}', "id"],
    ['{"handle":"evt_100002"}', '{"handle":"ord_100002"}', "value"],
    ['{"handle":"evt_first"}', '{"handle":"evt_second"}', "value"],
    ['{"amount":"u_100002"}', '{"amount":"u_100003"}', "value"],
    ['{"paid":"NGN-100002"}', '{"paid":"NGN-100003"}', "value"],
    ['{"user":"cust_100002"}', '{"user":"cust_100003"}', "value"],
    ['{"reference":"0f8fad5bd9cb469fa16570867728950e"}', '{"reference":"7c9e6679f4c54a3f9bf1ea5e94d1b0c1"}', "id"],
    ['["0f8fad5b-d9cb-469f-a165-70867728950e"]', '["7c9e6679-7425-40de-944b-e07fc1f90ae7"]', "id"],
    ['{"created_at":"2021-04-12T19:52:22.000000Z"}', '{"created_at":"2026-01-01T00:00:00Z"}', "time"],
    ['{"timestamp":1700000000}', '{"timestamp":1700000001}', "time"],
    ['{"amount":1700000000}', '{"amount":1700000001}', "value"],
    ['{"paid":"a"}', '{"paid":"b"}', "value"],
    ['{"reference":"ada"}', '{"reference":"tunde"}', "value"],
    ['{"id":1}', '{"id":{"x":1}}', "value"],
    ['{"at":1}', '{"at":2}', "value"],
  ])("%s and %s differ in a %s", (left, right, kind) => {
    const result = compareValues(left, right, true);
    expect(result.state === "different" && result.differences.map((each) => each.kind)).toEqual([kind]);
  });

  it("never takes a missing id for one that differs", () => {
    expect(differences('{"id":1}', "{}")).toEqual([["id", "removed", "value", "1", null]]);
  });

  it("says which side is not JSON, and what is too much", () => {
    expect(compareValues("{", "{}", true)).toEqual({ state: "not-json", side: "left" });
    expect(compareValues("{}", "", true)).toEqual({ state: "not-json", side: "right" });
    expect(compareValues("x", "y", true)).toEqual({ state: "not-json", side: "both" });
    const many = `[${"0,".repeat(MOST_VALUES)}0]`;
    expect(compareValues(many, "[]", true)).toEqual({ state: "too-many", limit: MOST_VALUES });
  });

  it("survives nesting without end, and lists no more than can be read", () => {
    const deep = (end: string): string => `${"[".repeat(50_000)}${end}${"]".repeat(50_000)}`;
    expect(compareValues(deep("1"), deep("1 "), true).state).toBe("same");
    const changed = compareValues(deep("1"), deep("2"), true);
    expect(changed.state === "different" && changed.differences).toHaveLength(1);
    const many = (digit: number): string => `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":${digit}`).join()}}`;
    expect(compareValues(many(1), many(2), true)).toMatchObject({ state: "different", more: 3_000 });
  });

  it("finds nothing between a value and itself written anew, and something in any other", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
        const text = JSON.stringify(value);
        expect(compareValues(text, JSON.stringify(value, null, 3), true).state).toBe("same");
        const changed = JSON.stringify([value, other]);
        expect(compareValues(changed, JSON.stringify([value, { other }]), true).state).toBe("different");
      }),
    );
  });
});

it.each([
  ["1795879115", true],
  ["1795879115.5", true],
  ["1795879115883", true],
  ["1795879115883001", true],
  ["1700000000", false],
  ["17958791158", false],
  ["17958791158830010", false],
  ["A-7", false],
])("%s counts to near the moment: %s", (text, is) => {
  expect(isMomentNear(text, 1_795_879_115_883_000)).toBe(is);
});

describe("headers", () => {
  it("are compared by name in any case, duplicates in their order", () => {
    const left = [
      ["Content-Type", "application/json"],
      ["Set-Cookie", "a=1"],
      ["Set-Cookie", "b=2"],
      ["X-Old", "1"],
      ["X-Hub-Signature-256", "sha256=aa"],
      ["X-Request-Id", "1"],
      ["Date", "Fri, 20 Nov 2026 10:00:00 GMT"],
    ] as const;
    const right = [
      ["content-type", "application/json"],
      ["X-Hub-Signature-256", "sha256=bb"],
      ["Set-Cookie", "b=2"],
      ["Set-Cookie", "a=1"],
      ["X-Request-Id", "2"],
      ["Date", "Fri, 20 Nov 2026 10:00:01 GMT"],
      ["X-New", ""],
    ] as const;
    const { differences: found, same } = compareHeaders(left, right);
    expect(same).toBe(1);
    expect(found.map(({ name, change, kind }) => [name, change, kind])).toEqual([
      ["Set-Cookie", "changed", "value"],
      ["X-Old", "removed", "value"],
      ["X-Hub-Signature-256", "own", "value"],
      ["X-Request-Id", "changed", "id"],
      ["Date", "changed", "time"],
      ["X-New", "added", "value"],
    ]);
  });

  it("know an id by what the webhooks are read as, whatever its header is called", () => {
    const kinds = (ids?: Parameters<typeof compareHeaders>[2]) =>
      compareHeaders([["X-Mango", "m1"]], [["X-Mango", "m2"]], ids).differences.map(({ kind }) => kind);
    expect(kinds()).toEqual(["value"]);
    const ids = (text: string) => ({ ids: [text], seen: 0, signature: null, timestamp: null });
    expect(kinds({ left: ids("m1"), right: ids("m2") })).toEqual(["id"]);
    expect(kinds({ left: ids("m1"), right: ids("m1") })).toEqual(["value"]);
  });

  it("take the profile's headers for what it says they are, and a count to the moment for a time", () => {
    const side = { ids: [], seen: 1_795_879_115_883_000, signature: "X-Seal", timestamp: "X-Stamp" };
    const left = [
      ["X-Seal", "aa"],
      ["X-Stamp", "one"],
      ["X-Sent", "1795879115"],
    ] as const;
    const right = [
      ["X-Seal", "bb"],
      ["X-Stamp", "two"],
      ["X-Sent", "1795879129"],
    ] as const;
    const found = compareHeaders(left, right, { left: side, right: side }).differences;
    expect(found.map(({ change, kind }) => [change, kind])).toEqual([
      ["own", "value"],
      ["changed", "time"],
      ["changed", "time"],
    ]);
  });

  it("say when only case or order differ", () => {
    const left = [
      ["A", "1"],
      ["B", "2"],
    ] as const;
    expect(
      compareHeaders(left, [
        ["a", "1"],
        ["B", "2"],
      ]).written,
    ).toBe("other-case");
    expect(
      compareHeaders(left, [
        ["B", "2"],
        ["A", "1"],
      ]).written,
    ).toBe("other-order");
    expect(compareHeaders(left, left)).toEqual({ differences: [], same: 2, written: "same" });
  });
});

it("bytes part where they part", () => {
  const bytes = (...values: number[]) => Uint8Array.from(values);
  expect(firstDifference(bytes(1, 2), bytes(1, 2))).toBeNull();
  expect(firstDifference(bytes(1, 2), bytes(1, 3))).toBe(1);
  expect(firstDifference(bytes(1), bytes(1, 0))).toBe(1);
});
