import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CREDIT, json, LOOK_UP, serve, setUpCalls } from "../../../tests/support/calls.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";
import { createRedactor } from "./redactor.ts";

const SECRET = 'pssk/te"st_é+0123456789';

/** The ways in which a service, a framework or a gateway writes a text into an answer. */
const FORMS: readonly [string, (text: string) => string][] = [
  ["as it is", (text) => text],
  ["JSON", (text) => JSON.stringify(text).slice(1, -1)],
  ["JSON with escaped slashes", (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/")],
  ["JSON in JSON", (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3)],
  ["JSON in JSON in JSON", (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))).slice(7, -7)],
  [
    "HTML",
    (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
  ],
  ["percent-encoding, twice", (text) => encodeURIComponent(encodeURIComponent(text))],
  ["JSON in ASCII", (text) => text.replace(/[^ -~"]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)],
  [
    "JSON escapes throughout",
    (text) => Array.from(text, (c) => `\\u00${c.charCodeAt(0).toString(16).toUpperCase()}`).join(""),
  ],
  ["percent-encoding", encodeURIComponent],
  ["percent-encoding in lower case", (text) => encodeURIComponent(text).toLowerCase()],
  [
    "percent-encoding of everything",
    (text) => [...Buffer.from(text)].map((b) => `%${b.toString(16).padStart(2, "0")}`).join(""),
  ],
  ["references of HTML throughout", (text) => Array.from(text, (c) => `&#${c.codePointAt(0) ?? 0};`).join("")],
  [
    "references twice over",
    (text) => Array.from(text, (c) => `&amp;#x${(c.codePointAt(0) ?? 0).toString(16)};`).join(""),
  ],
  ["HTML in JSON", (text) => JSON.stringify(text.replaceAll('"', "&quot;")).slice(1, -1).replaceAll("&", "\\u0026")],
  [
    "escape() of JavaScript",
    (text) => Array.from(text, (c) => `%u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  ],
  ["wrapped lines", (text) => text.replace(/.{5}/g, "$&\r\n  ")],
  ["lines wrapped as mail wraps them", (text) => text.replace(/.{5}/g, "$&=\r\n")],
  ["base64 in wrapped lines", (text) => Buffer.from(text).toString("base64").replace(/.{7}/g, "$&\n")],
  ["base64 in JSON with wrapped lines", (text) => Buffer.from(text).toString("base64").replace(/.{7}/g, "$&\\r\\n")],
  ["hexadecimal", (text) => Buffer.from(text).toString("hex")],
  ["base64", (text) => Buffer.from(text).toString("base64")],
  ["base64url", (text) => Buffer.from(text).toString("base64url")],
];

describe("masking a secret in an answer", () => {
  it.each(FORMS)("finds it %s", (_, write) => {
    const redactor = createRedactor([SECRET]);
    const text = `{"seen":"${write(SECRET)}"}`;
    expect(redactor.text(text)).toEqual({ value: `{"seen":"${SECRET_MASK}"}`, redacted: true });
    const bytes = redactor.bytes(Buffer.from(text));
    expect(Buffer.from(bytes.value).toString()).toBe(`{"seen":"${SECRET_MASK}"}`);
    const latin1 = redactor.bytes(Buffer.from(text, "latin1"));
    expect(latin1.redacted).toBe(true);
  });

  it("finds it within something longer that was encoded in base64", () => {
    const redactor = createRedactor([SECRET]);
    for (const before of ["", "a", "ab", "abc"]) {
      const encoded = Buffer.from(`${before}${SECRET}and more`).toString("base64");
      const { value, redacted } = redactor.text(encoded);
      expect(redacted).toBe(true);
      expect(Buffer.from(value.replaceAll(SECRET_MASK, ""), "base64").toString("latin1")).not.toContain("te");
    }
  });

  it("finds a very long one in its usual forms", () => {
    const long = `${SECRET}${"0123456789abcdef".repeat(600)}`;
    const redactor = createRedactor([long]);
    for (const [, write] of FORMS.filter(([name]) =>
      /as it is|^JSON$|slashes|^percent-encoding$|hexa|base64$/.test(name),
    ))
      expect(redactor.text(`"${write(long)}"`)).toEqual({ value: `"${SECRET_MASK}"`, redacted: true });
  });

  it("leaves every other byte as it was, valid text or not", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), (before, after) => {
        const redactor = createRedactor(["pssk_test_0123456789"]);
        const untouched = redactor.bytes(before);
        expect([untouched.value, untouched.redacted]).toEqual([before, false]);
        const masked = redactor.bytes(Buffer.concat([before, Buffer.from("pssk_test_0123456789"), after]));
        expect(Buffer.from(masked.value)).toEqual(Buffer.concat([before, Buffer.from(SECRET_MASK), after]));
      }),
    );
  });

  it("does not look for what is too short to be one, nor for nothing", () => {
    expect(createRedactor(["", "test"]).text("test complete")).toEqual({ value: "test complete", redacted: false });
    expect(createRedactor([]).deep({ a: ["b"] })).toEqual({ value: { a: ["b"] }, redacted: false });
  });

  it("takes the longest of several that overlap", () => {
    const redactor = createRedactor(["secret-one", "Token secret-one"]);
    expect(redactor.text("Token secret-one").value).toBe(SECRET_MASK);
  });

  it("leaves a JSON text one that can be read, whatever the secret begins and ends with", async () => {
    for (const secret of ['"quoted"', "\\begins", "ends\\\\\\", "\\".repeat(12), "a/b/c/d", "€uro-€uro"]) {
      const text = JSON.stringify({
        a: secret,
        b: "\\\\",
        c: [`x${secret}y`, secret.endsWith("\\") ? "" : JSON.stringify({ secret })],
      });
      const { value } = await createRedactor([secret]).body(Buffer.from(text));
      const read = JSON.parse(Buffer.from(value).toString()) as { a: string; c: string[] };
      expect([read.a, read.c[0]].join(" ")).toContain(SECRET_MASK);
      expect(JSON.stringify(read)).not.toContain(secret.length > 6 ? JSON.stringify(secret).slice(1, -1) : "\0");
    }
  });

  it("looks at a text once, however many secrets there are and whatever it and they consist of", async () => {
    const MIB = 1_048_576;
    const time = async (secrets: readonly string[], text: string): Promise<number> => {
      const redactor = createRedactor(secrets);
      const bytes = Buffer.alloc(2 * MIB, text);
      await redactor.body(bytes.subarray(0, MIB / 4));
      const began = performance.now();
      await redactor.body(bytes);
      return performance.now() - began;
    };
    const secrets = (count: number) => Array.from({ length: count }, (_, at) => `sk_test_${at}_0123456789abcdef`);
    const usual = await time(secrets(1), '{"amount":50000,"note":"caf\\u00e9"}\n');
    // Each of these took minutes, or did not end, when every secret was a pattern of its own. Ratios, since machines
    // differ; generous, since they do other things meanwhile.
    for (const [known, text] of [
      [secrets(200), '{"key":"sk_test_1_0123456789abcde"}'],
      [secrets(5), "\\"],
      [["\\".repeat(40)], "\\"],
      [["a".repeat(4_000)], "a"],
      [[`${"a".repeat(4_000)}b`], "a"],
      [["%25".repeat(40)], "%25"],
      [["&amp;".repeat(40)], "&amp;"],
      [secrets(5), "\\u00"],
    ] as const)
      expect(await time(known, text)).toBeLessThan(60 * usual + 500);
  }, 60_000);

  it("makes its tables once for the same secrets, whoever asks in whatever order", () => {
    const secrets = Array.from({ length: 4 }, (_, index) => `${index}secret\\`.repeat(1_200));
    const before = process.memoryUsage().arrayBuffers;
    // The first text that may have one of them in it is what they are made for.
    const used = (known: readonly string[]) => {
      const redactor = createRedactor(known);
      expect(redactor.text(`before ${known[2]} after`).value).toBe(`before ${SECRET_MASK} after`);
      return redactor;
    };
    const first = used(secrets);
    const one = process.memoryUsage().arrayBuffers - before;
    const more = Array.from({ length: 20 }, () => used(secrets.toReversed()));
    expect(one).toBeGreaterThan(1_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * one);
    for (const redactor of [first, ...more]) expect(redactor.active).toBe(true);
  });

  it("takes no object for each of a million places", () => {
    const secret = "0123456789ab";
    const program = `
      const { createRedactor } = await import(${JSON.stringify(join(import.meta.dirname, "redactor.ts"))});
      const body = Buffer.from(${JSON.stringify(`${secret} `)}.repeat(800_000));
      const { value } = await createRedactor([${JSON.stringify(secret)}]).body(body);
      console.log(Buffer.from(value).subarray(-60).toString(), value.length);`;
    // With objects it takes 240 MiB, and a process with so small a heap ends.
    const options = ["--max-old-space-size=32", "--input-type=module", "-e", program];
    const output = execFileSync(process.execPath, options, { encoding: "utf8" }).trim();
    expect(output).toContain(`${SECRET_MASK} ${SECRET_MASK} `);
    expect(output.endsWith(` ${800_000 * (Buffer.byteLength(SECRET_MASK) + 1)}`)).toBe(true);
  });

  it("gives others their turn while it looks through a large body", async () => {
    const redactor = createRedactor([SECRET]);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const { redacted } = await redactor.body(Buffer.concat([Buffer.alloc(4 * 1_048_576, "x"), Buffer.from(SECRET)]));
    clearInterval(timer);
    expect([redacted, turns > 8]).toEqual([true, true]);
  });

  it("finds it across the border of two slices", async () => {
    const redactor = createRedactor([SECRET]);
    for (const before of [131_060, 131_072, 131_080]) {
      const text = Buffer.concat([
        Buffer.alloc(before, "x"),
        Buffer.from(encodeURIComponent(SECRET)),
        Buffer.alloc(9, "y"),
      ]);
      const { value } = await redactor.body(text);
      expect(Buffer.from(value).subarray(before).toString()).toBe(`${SECRET_MASK}yyyyyyyyy`);
    }
  });

  it("finds it in UTF-16", () => {
    for (const bytes of [Buffer.from(`x${SECRET}y`, "utf16le"), Buffer.from(`x${SECRET}y`, "utf16le").swap16()]) {
      const { value, redacted } = createRedactor([SECRET]).bytes(bytes);
      expect(redacted).toBe(true);
      expect(Buffer.from(value).toString("latin1").replaceAll("\0", "")).not.toMatch(/pssk|0123/);
    }
  });

  it("masks the bare token of a secret that was stored with its scheme", () => {
    const redactor = createRedactor(["Bearer 0123456789abcdef", "Basic short1"]);
    expect(redactor.text("key=0123456789abcdef, short1").value).toBe(`key=${SECRET_MASK}, short1`);
  });
});

describe("answers that repeat a secret", () => {
  const secrets = { authentication: "pssk_test_0123456789" };

  it("are stored masked in body, header, status line and row, and marked", async () => {
    const server = await serve((request, response) => {
      const key = String(request.headers["x-api-key"]);
      response.writeHead(400, `Bad ${key}`, { "x-echo": key, "content-type": "application/json" });
      response.end(JSON.stringify({ message: `key ${key} is odd`, errors: { [key]: [key] } }));
    });
    const { call, journal, recorded } = setUpCalls({ profile: { baseUrl: server.url }, secrets });
    const detail = await call(CREDIT);
    expect(detail.answer?.redacted).toBe(true);
    expect(detail.summary.outcome).toMatchObject({
      message: `key ${SECRET_MASK} is odd`,
      errors: { [SECRET_MASK]: [SECRET_MASK] },
    });
    expect(detail.answer?.headers).toContainEqual(["x-echo", SECRET_MASK]);
    expect(detail.answer?.statusText).toBe(`Bad ${SECRET_MASK}`);
    expect(recorded().answer).toContain(SECRET_MASK);
    expect(detail.answer?.size).toBe(Buffer.byteLength(recorded().answer));
    expect(recorded().answer + JSON.stringify(journal.finishedCalls)).not.toContain("pssk_test_0123456789");
  });

  it("are understood by what they said before masking", async () => {
    const server = await serve(json(`{"message":"test complete"}`));
    const { call } = setUpCalls({ profile: { baseUrl: server.url }, secrets: { authentication: "complete" } });
    expect((await call(CREDIT)).summary.outcome).toEqual({ code: "success", message: `test ${SECRET_MASK}` });
  });

  it("are masked inside their compression", async () => {
    const server = await serve((request, response) => {
      const text = `{"link":{"note":"${String(request.headers.authorization)}"}}`;
      response.setHeader("content-encoding", "gzip").end(gzipSync(text));
    });
    const { call, journal } = setUpCalls({
      profile: { baseUrl: server.url, authentication: { scheme: "basic", username: "ann" } },
      secrets,
    });
    const detail = await call(LOOK_UP);
    expect(detail.answer).toMatchObject({ redacted: true, cut: false });
    const stored = gunzipSync(journal.finishedCalls[0]?.[2] ?? Buffer.alloc(0)).toString();
    expect(stored).toBe(`{"link":{"note":"Basic ${SECRET_MASK}"}}`);
  });

  it("are left alone when they do not", async () => {
    const server = await serve(json(`{"link":{}}`));
    const { call } = setUpCalls({ profile: { baseUrl: server.url }, secrets });
    expect((await call(LOOK_UP)).answer?.redacted).toBe(false);
  });
});
