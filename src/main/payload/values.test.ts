import { describe, expect, it } from "vitest";
import { valuesOf } from "./index.ts";

function listed(body: string | Uint8Array, contentType = "application/json", target = "/"): readonly string[] {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return valuesOf({ body: bytes, headers: [["Content-Type", contentType]], target }).values.map(
    ({ path, text }) => `${path} = ${text}`,
  );
}
const FORM = "application/x-www-form-urlencoded";

describe("every value is found with its place and its exact digits", () => {
  it.each([
    ['{"a":{"b":[1,{"c":"x"}]},"d e":2}', ["a.b[0] = 1", "a.b[1].c = x", '["d e"] = 2']],
    ['{"a":1,"a":2}', ["a = 1", "a = 2"]],
    ['{"a":null,"b":true,"c":""}', ["a = null", "b = true", "c = "]],
    ["9007199254740993123", ["$ = 9007199254740993123"]],
    ['{"m":"{\\"inner\\":{\\"amount\\":10.00}}"}', ["m.inner.amount = 10.00"]],
    [`{"message":{"data":"${btoa('{"amount":10.00}')}"}}`, ["message.data.amount = 10.00"]],
    [`{"token":"e30.${btoa('{ "amount" : 50000 }').replaceAll("=", "")}.c2ln"}`, ["token.amount = 50000"]],
    [btoa('[{"amount":50000}]'), ["[0].amount = 50000"]],
    ['{"note":"everybody_knows_that_this_is_none"}', ["note = everybody_knows_that_this_is_none"]],
    ['{"note":"[not json"}', ["note = [not json"]],
    ['\ufeff{"a":1}', ["a = 1"]],
    ['{"a":1}\n{"a":2}\n', ["[0].a = 1", "[1].a = 2"]],
    ['{"x":"<p><q r=\\"1\\">2</q></p>"}', ["x.p.q = 2", "x.p.q.@r = 1"]],
  ])("JSON: %s", (body, expected) => {
    expect(listed(body)).toEqual(expected);
  });

  it("JSON whatever its Content-Type says, and percent-encoded as curl does", () => {
    expect(listed('{"amount":50000,"x":"a=b&c"}', FORM)).toEqual(["amount = 50000", "x = a=b&c"]);
    expect(listed(`${encodeURIComponent('{"amount":50000}')}=`, FORM)).toEqual(["amount = 50000"]);
  });

  it("forms, nested either way, with JSON in a field, in parts, and on the request line", () => {
    const form = 'amount=50%20000&user%5Breference%5D=ref+ada&a.b=1&i[]=7&i[]=8&payload={"x":{"y":"z"}}&broken=%zz';
    const values = [
      "amount = 50 000",
      "user.reference = ref ada",
      "a.b = 1",
      "i[0] = 7",
      "i[1] = 8",
      "payload.x.y = z",
      "broken = %zz",
    ];
    expect(listed(form, FORM)).toEqual(values);
    expect(listed(form, "")).toEqual(values);
    expect(listed("", "", "/hook?amount=5&user[ref]=a%20b")).toEqual(["?amount = 5", "?user.ref = a b"]);
    const parts = '--B\r\nContent-Disposition: form-data; name="amount"\r\n\r\n50,00\r\n--B--\r\n';
    expect(listed(parts, "multipart/form-data; boundary=B")).toEqual(["amount = 50,00"]);
  });

  it("XML with declaration, prefixes, attributes, entities and lists", () => {
    const xml = `<?xml version="1.0"?><!-- x --><n:Doc xmlns:n="u"><Amt Ccy="NGN"> 500.00 </Amt><T>a&amp;b &#x41;</T>
      <L><i>1</i><i k="v">2</i></L><C><![CDATA[<raw>]]></C><E/></n:Doc>`;
    expect(listed(xml, "text/xml")).toEqual([
      "Doc.Amt = 500.00",
      "Doc.Amt.@Ccy = NGN",
      "Doc.T = a&b A",
      "Doc.L.i[0] = 1",
      "Doc.L.i[1] = 2",
      "Doc.L.i[1].@k = v",
      "Doc.C = <raw>",
      "Doc.E = ",
    ]);
  });

  it.each(['<!DOCTYPE d [<!ENTITY a "x">]><d>&a;</d>', "<a><b></a>", "<a></a><b/>", "<a b=1/>", "plain text"])(
    "anything else is one text: %s",
    (body) => {
      expect(valuesOf({ body: new TextEncoder().encode(body), headers: [], target: "/" })).toMatchObject({
        format: "text",
        values: [{ path: "$", text: body }],
      });
    },
  );

  it("in the charset that is named, else as UTF-8", () => {
    const bytes = Uint8Array.from([...'{"n":"'].map((each) => each.charCodeAt(0)).concat(0xe9, 0x22, 0x7d));
    expect(listed(bytes, "application/json; charset=iso-8859-1")).toEqual(["n = é"]);
    expect(listed(bytes, "application/json; charset=none-such")).toEqual(["n = \ufffd"]);
  });
});
