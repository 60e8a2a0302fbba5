import { describe, expect, it } from "vitest";
import { parseJson } from "../../../shared/json/parse.ts";
import { hexColour, type LinkView, readLink, timestampInstant } from "./link.ts";

function read(text: string): LinkView | null {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.message);
  return readLink(result.root, text);
}

const WHOLE = `{"link":{"id":"lnk_1",
  "user":{"name":"Ada","identifier":"ada","identifier_type":"username","email":"ada@example.test","reference":"ref_1",
    "created_at":"2021-04-12T19:52:22.000001Z","updated_at":"2021-04-12T19:52:22.999999Z"},
  "peer":{"user":{"name":"Tunde","identifier":"t@example.test","identifier_type":"email","email":"","reference":"ref_2",
      "created_at":"2021-04-12T19:52:22.000000Z","updated_at":"2021-04-12T19:52:22.000000Z"},
    "business":{"id":"biz_1","name":"Kiosk","logo":"https://example.test/l.png","logo_colour":"#0A7cff","identifier_type":"email"}},
  "created_at":"2021-04-12T19:52:22.123456Z","updated_at":"2021-04-12T19:52:22.123456Z"}}`;

describe("a link answer as a picture", () => {
  it("reads every specified field, with timestamps as they were sent", () => {
    const view = read(WHOLE);
    expect(view?.id).toEqual({ state: "text", text: "lnk_1" });
    expect(view?.createdAt).toEqual({ state: "text", text: "2021-04-12T19:52:22.123456Z" });
    expect(view?.unknown).toEqual([]);
    if (view?.user.state !== "object" || view.peer.state !== "object") throw new Error("user and peer are objects");
    expect(view.user.value.identifierType).toEqual({ state: "text", text: "username" });
    expect(view.user.value.updatedAt).toEqual({ state: "text", text: "2021-04-12T19:52:22.999999Z" });
    const { user, business } = view.peer.value;
    expect(user).toMatchObject({ state: "object", value: { email: { state: "empty" }, reference: { text: "ref_2" } } });
    expect(business).toMatchObject({
      state: "object",
      value: { id: { text: "biz_1" }, logoColour: { text: "#0A7cff" } },
    });
  });

  it("tells absent, null, empty and another type apart, field by field and object by object", () => {
    const view = read(
      `{"link":{"id":9007199254740993,"user":null,"created_at":"",
        "peer":{"user":[1.0],"business":{"name":null,"logo":["a"],"logo_colour":"red"}}}}`,
    );
    expect(view).toMatchObject({
      id: { state: "other", raw: "9007199254740993" },
      user: { state: "null" },
      createdAt: { state: "empty" },
      updatedAt: { state: "absent" },
    });
    if (view?.peer.state !== "object" || view.peer.value.business.state !== "object") throw new Error("objects");
    expect(view.peer.value.user).toEqual({ state: "other", raw: "[1.0]" });
    const business = view.peer.value.business.value;
    expect(business).toMatchObject({
      id: { state: "absent" },
      name: { state: "null" },
      logo: { state: "other", raw: '["a"]' },
      logoColour: { state: "text", text: "red" },
    });
    expect(hexColour(business.logoColour)).toBeNull();
    expect(read(`{"link":{}}`)?.peer).toEqual({ state: "absent" });
  });

  it("lists what the specification does not know, at every level, in order and as it came", () => {
    const view = read(
      `{"meta":1E400,"link":{"id":"x","status":"ok","user":{"phone":null,"identifier_type":"passport"},
        "peer":{"since":10.00,"user":{"tags":[ 1 ]},"business":{"country":{"a":"b"}}}},"trace":""}`,
    );
    expect(view?.unknown.map(({ path, raw }) => [path.join("."), raw])).toEqual([
      ["meta", "1E400"],
      ["link.status", '"ok"'],
      ["link.user.phone", "null"],
      ["link.peer.since", "10.00"],
      ["link.peer.user.tags", "[ 1 ]"],
      ["link.peer.business.country", '{"a":"b"}'],
      ["trace", '""'],
    ]);
    expect(view?.user).toMatchObject({ value: { identifierType: { state: "text", text: "passport" } } });
  });

  it("keeps the earlier value of a key that came twice", () => {
    const view = read(`{"link":{"id":"first","id":"second"}}`);
    expect(view?.id).toEqual({ state: "text", text: "second" });
    expect(view?.unknown).toEqual([{ path: ["link", "id"], raw: '"first"', repeated: true }]);
  });

  it("stays quick on an answer with very many keys", () => {
    const members = Array.from({ length: 200_000 }, (_, index) => `"k${index}":${index}`).join(",");
    expect(read(`{"link":{${members}}}`)?.unknown).toHaveLength(200_000);
  });

  it.each(["{}", "[]", `{"link":null}`, `{"link":[]}`, `{"link":"x"}`, `"link"`])("finds no link in %s", (text) => {
    expect(read(text)).toBeNull();
  });
});

describe("timestamps", () => {
  it("reads microseconds whole", () => {
    expect(timestampInstant("1970-01-01T00:00:01.000001Z")).toBe(1_000_001);
    expect(timestampInstant("2021-04-12T19:52:22.999999Z")).toBe(Date.UTC(2021, 3, 12, 19, 52, 22) * 1_000 + 999_999);
    expect(timestampInstant("2020-05-06T12:00:00.5Z")).toBe(Date.UTC(2020, 4, 6, 12) * 1_000 + 500_000);
    expect(timestampInstant("2020-05-06T12:00:00Z")).toBe(Date.UTC(2020, 4, 6, 12) * 1_000);
  });

  it.each([
    "",
    "2021-04-12",
    "2021-02-30T00:00:00.000000Z",
    "2021-04-12T19:52:22+01:00",
    "soon",
    "2021-04-12 19:52:22Z",
  ])("takes %j for none", (text) => {
    expect(timestampInstant(text)).toBeNull();
  });
});
