import { gzipSync } from "node:zlib";
import { describe } from "vitest";
import { BODY, type Case, explains, json, sha1 } from "../../../../tests/support/doctor-cases.ts";
import type { SignatureChange } from "../../../shared/signature-doctor.ts";

const parsed = JSON.parse(BODY) as Record<string, unknown>;
const sorted = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const bodyIs = (how: Extract<SignatureChange, { change: "body" }>["how"]) => [{ change: "body", how } as const];
const asPhp = BODY.replaceAll("/", "\\/").replace("ë", "\\u00eb");
const escapedBody = BODY.replace("ë", "\\u00EB");

const TABLE: Readonly<Record<string, Case>> = {
  // JSON written again
  "slashes escaped": { signature: sha1(BODY.replaceAll("/", "\\/")), changes: json("slashes-escaped"), fixable: false },
  "slashes not escaped": {
    body: BODY.replaceAll("/", "\\/"),
    signature: sha1(BODY),
    changes: json("slashes-plain"),
  },
  "letters escaped": { signature: sha1(BODY.replace("ë", "\\u00eb")), changes: json("unicode-escaped") },
  "letters escaped with capitals": { signature: sha1(escapedBody), changes: json("unicode-escaped-upper") },
  "letters not escaped": { body: escapedBody, signature: sha1(BODY), changes: json("unicode-plain") },
  "written again by PHP": { signature: sha1(asPhp), changes: json("slashes-escaped", "unicode-escaped") },
  "characters of HTML escaped, as in Go": {
    signature: sha1(BODY.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")),
    changes: json("html-escaped"),
  },
  "spaces between, as in Python": {
    body: '{"a":1,"b":[1,2],"c":{}}',
    signature: sha1('{"a": 1, "b": [1, 2], "c": {}}'),
    changes: json("spaced"),
  },
  indented: {
    signature: sha1(
      BODY.replaceAll(/([{,])"/g, '$1\n  "')
        .replace("}", "\n}")
        .replaceAll('":', '": '),
    ),
    changes: json("indent-2"),
  },
  "spaces taken out": {
    body: JSON.stringify({ a: 1, b: [] }, null, 4),
    signature: sha1('{"a":1,"b":[]}'),
    changes: json("compact"),
  },
  "keys sorted": {
    body: '{"b":1,"a":{"d":2,"c":3}}',
    signature: sha1('{"a":{"c":3,"d":2},"b":1}'),
    changes: json("sorted"),
  },
  "keys sorted, spaces kept": {
    body: '{"b": 1, "a": 2}',
    signature: sha1('{"a": 2, "b": 1}'),
    changes: json("sorted"),
  },
  "parsed and written again in JavaScript": {
    signature: sha1(JSON.stringify(parsed)),
    changes: json("numbers-rounded"),
  },
  "parsed, sorted and indented in JavaScript": {
    signature: sha1(JSON.stringify(sorted(parsed), null, 2)),
    changes: json("indent-2", "sorted", "numbers-rounded"),
  },
  "trailing zeros lost": { signature: sha1(BODY.replace("10.00", "10.0")), changes: json("numbers-shortened") },
  "numbers as text": { body: '{"a":5}', signature: sha1('{"a":"5"}'), changes: json("numbers-quoted") },
  // The body's bytes
  "a line break added": { signature: sha1(`${BODY}\n`), changes: bodyIs("newline-added"), fixable: false },
  "a line break taken away": { body: `${BODY}\n`, signature: sha1(BODY), changes: bodyIs("newline-removed") },
  "line ends of Windows": { body: "a=1\nb=2\n", signature: sha1("a=1\r\nb=2\r\n"), changes: bodyIs("to-crlf") },
  "line ends of Unix": { body: "a=1\r\nb=2\r\n", signature: sha1("a=1\nb=2\n"), changes: bodyIs("to-lf") },
  "a byte order mark added": { signature: sha1(`\uFEFF${BODY}`), changes: bodyIs("bom-added") },
  "a byte order mark taken away": { body: `\uFEFF${BODY}`, signature: sha1(BODY), changes: bodyIs("bom-removed") },
  "signed before it was compressed": {
    body: gzipSync(BODY),
    decoded: Buffer.from(BODY),
    signature: sha1(BODY),
    changes: bodyIs("decoded"),
  },
  "nothing signed": { signature: sha1(""), changes: bodyIs("empty") },
  "read as Latin-1": { signature: sha1(Buffer.from(BODY, "latin1")), changes: bodyIs("latin1") },
  "encoded twice": {
    signature: sha1(Buffer.from(Buffer.from(BODY).toString("latin1"))),
    changes: bodyIs("double-utf8"),
  },
  "a form, decoded": { body: "a=1+2&b=%2F", signature: sha1("a=1 2&b=/"), changes: bodyIs("form-decoded") },
  "signed as a form": { body: '{"a":"x y","b":2}', signature: sha1("a=x+y&b=2"), changes: bodyIs("form") },
  "JSON in a JSON text": { signature: sha1(JSON.stringify(BODY)), changes: bodyIs("json-string") },
  "the data without its envelope": {
    body: '{"event":"x","data":{"a":1}}',
    signature: sha1('{"a":1}'),
    changes: [{ change: "member", key: "data" }],
  },
};

describe("the signature doctor explains what was made of the body before it was signed:", () => {
  explains(TABLE);
});
