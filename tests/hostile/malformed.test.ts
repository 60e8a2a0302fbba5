import { describe, expect, test } from "vitest";
import { type Door, doors, type KeptRequest } from "./doors.ts";
import { openListener, post } from "./open-listener.ts";

const HEAD = "POST /webhooks HTTP/1.1\r\nHost: x\r\n";

/** Requests that a parser must not guess about, or a proxy in front of it and the listener may disagree on where they end. */
const REFUSED: readonly (readonly [what: string, bytes: string])[] = [
  [
    "Content-Length beside Transfer-Encoding",
    `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "Transfer-Encoding beside Content-Length",
    `${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
  ],
  ["two lengths", `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`],
  ["the same length twice", `${HEAD}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`],
  ["a list of lengths", `${HEAD}Content-Length: 5, 5\r\n\r\nhello`],
  ["a signed length", `${HEAD}Content-Length: +5\r\n\r\nhello`],
  ["a negative length", `${HEAD}Content-Length: -1\r\n\r\n`],
  ["a length beyond 64 bits", `${HEAD}Content-Length: 99999999999999999999\r\n\r\n`],
  ["a hexadecimal length", `${HEAD}Content-Length: 0x5\r\n\r\nhello`],
  ["a space before the colon", `${HEAD}Content-Length : 5\r\n\r\nhello`],
  ["a space in a name", `${HEAD}X Y: 1\r\n\r\n`],
  ["a line without a colon", `${HEAD}no colon here\r\n\r\n`],
  ["a NUL in a value", `${HEAD}X: a\0b\r\n\r\n`],
  ["a bare CR in a value", `${HEAD}X: a\rContent-Length: 5\r\n\r\n`],
  ["a line that ends in LF only", `${HEAD}X: a\nY: b\r\n\r\n`],
  ["an unfinished coding", `${HEAD}Transfer-Encoding: gzip\r\n\r\nxyz`],
  ["chunked not last", `${HEAD}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ["chunked with a twist", `${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ["a chunk of no size", `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n`],
  ["a chunk longer than its size", `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n`],
  ["a chunk size beyond 64 bits", `${HEAD}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`],
  ["a method that HTTP does not know", "FROB /webhooks HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a method in small letters", "post /webhooks HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a space in the target", "GET /webhooks here HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["another protocol", "GET /webhooks GOPHER/1.0\r\nHost: x\r\n\r\n"],
  ["HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["plain text", "hello\r\n"],
  ["an SSH greeting", "SSH-2.0-OpenSSH_9.9\r\n"],
  ["zeros", "\0".repeat(100)],
];

/** What lies within a body, or behind a request that is the last of its connection, is none of its own. */
const HIDDEN = "GET /webhooks/smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
/** Of the length that it has at each door. */
const SIZED = (here: (text: string) => string, bytes = here(HIDDEN)): string =>
  `Content-Length: ${bytes.length}\r\n\r\n${bytes}`;
const CHUNK = (here: (text: string) => string, extension = "", digits = ""): string =>
  `${digits}${here(HIDDEN).length.toString(16)}${extension}\r\n${here(HIDDEN)}\r\n`;
type Here = Door["here"];

/** Requests that hide another one, with what is kept of their body; null: they are refused. */
const HIDING: readonly (readonly [what: string, bytes: (here: Here) => string, body: string | null])[] = [
  ["in a body with a length", (here) => `${HEAD}${SIZED(here)}`, HIDDEN],
  ["in the body of a GET", (here) => `${HEAD.replace("POST", "GET")}${SIZED(here)}`, HIDDEN],
  ["in the body of a HEAD", (here) => `${HEAD.replace("POST", "HEAD")}${SIZED(here)}`, HIDDEN],
  ["in the body of an OPTIONS", (here) => `${HEAD.replace("POST", "OPTIONS")}${SIZED(here)}`, HIDDEN],
  ["in a length with zeros before it", (here) => `${HEAD}${SIZED(here).replace(": ", ": 0000")}`, HIDDEN],
  ["in a chunk", (here) => `${HEAD}Transfer-Encoding: chunked\r\n\r\n${CHUNK(here)}0\r\n\r\n`, HIDDEN],
  ["in a chunk in capitals", (here) => `${HEAD}transfer-encoding: CHUNKED\r\n\r\n${CHUNK(here)}0\r\n\r\n`, HIDDEN],
  [
    "in a chunk with an extension",
    (here) => `${HEAD}Transfer-Encoding: chunked\r\n\r\n${CHUNK(here, ';a="0;b"')}0\r\n\r\n`,
    HIDDEN,
  ],
  [
    "in a chunk with zeros before its size",
    (here) => `${HEAD}Transfer-Encoding: chunked\r\n\r\n${CHUNK(here, "", "0000")}0\r\n\r\n`,
    HIDDEN,
  ],
  [
    "behind trailers that say a length and an encoding",
    (here) =>
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n${CHUNK(here)}0\r\nContent-Length: 9\r\nTransfer-Encoding: gzip\r\n\r\n`,
    HIDDEN,
  ],
  ["in a body that is asked for", (here) => `${HEAD}Expect: 100-continue\r\n${SIZED(here)}`, HIDDEN],
  ["in a body of HTTP/1.0", (here) => `${HEAD.replace("1.1", "1.0")}Connection: keep-alive\r\n${SIZED(here)}`, HIDDEN],
  [
    "in a chunk of HTTP/1.0",
    (here) => `${HEAD.replace("1.1", "1.0")}Transfer-Encoding: chunked\r\n\r\n${CHUNK(here)}0\r\n\r\n`,
    HIDDEN,
  ],
  ["behind the last request", (here) => here(`${HEAD}Connection: close\r\nContent-Length: 2\r\n\r\n{}${HIDDEN}`), "{}"],
  [
    "behind a chunk of HTTP/1.0",
    (here) => here(`${HEAD.replace("1.1", "1.0")}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${HIDDEN}`),
    "{}",
  ],
  [
    "in the second of two encodings",
    (here) => `${HEAD}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNK(here)}0\r\n\r\n`,
    null,
  ],
  [
    "in what is chunked twice",
    (here) => `${HEAD}Transfer-Encoding: chunked, chunked\r\n\r\n${CHUNK(here)}0\r\n\r\n`,
    null,
  ],
];

/** Whether it can be told from the bytes where they were to go. */
const leadsThere = (bytes: string): boolean => bytes.includes("/webhooks");

/** What is kept of a request that was thrown at a door; an ordinary one behind it is the receipt that there is no more. */
async function thrownAt(door: Door, isNamed: boolean): Promise<KeptRequest | null> {
  const other = await door.wire();
  await other.write(door.post("behind it"));
  expect((await other.answer()).status).toBe(200);
  const isKept = isNamed || door.keepsAll;
  const all = await door.keptUpTo("behind it");
  expect(all).toHaveLength(isKept ? 2 : 1);
  return isKept ? (all[0] ?? null) : null;
}

describe.each(doors())("at %s", (_name, open) => {
  test.each(REFUSED)("%s is refused with 400, recorded, and harms nobody else", async (_what, bytes) => {
    const door = await open();
    const sender = await door.wire();
    // Behind it, a request that must not be smuggled in.
    await sender.write(door.here(`${bytes}GET /webhooks/smuggled HTTP/1.1\r\nHost: x\r\n\r\n`));
    const answer = await sender.answer();
    expect(answer.status).toBe(400);
    expect(answer.headers).toContainEqual(["Connection", "close"]);
    expect((await sender.ended()).toString()).toBe("");
    const kept = await thrownAt(door, leadsThere(bytes));
    if (kept === null) return;
    expect(kept).toMatchObject({ completeness: "malformed", status: 400 });
    expect(kept.problem).toMatch(/^(This is not valid HTTP\.|The sender speaks TLS).*[.)]$/);
  });

  test("the bytes are kept from the first on, however slowly they came, and a request line is read off them", async () => {
    const door = await open();
    const text = door.here("FROBNICATE /webhooks?x=1 HTTP/1.1\r\n");
    const slow = await door.wire();
    for (const character of door.here("POST /webhooks HTTP/1.1\r\nHost : x"))
      await slow.write(character).catch(() => {});
    expect((await slow.answer()).status).toBe(400);
    const whole = await door.wire();
    await whole.write(text);
    expect((await whole.answer()).status).toBe(400);
    const [first, second] = await door.kept(2);
    expect(first?.body.toString().startsWith(door.here("POST /webhooks HTTP/1.1\r\nHost "))).toBe(true);
    expect(first).toMatchObject({ method: "POST", target: door.path });
    expect(second?.body.toString()).toBe(text);
    expect(second).toMatchObject({ method: "FROBNICATE", target: `${door.path}?x=1` });
  });

  test("garbage on a connection that has served for a while is recorded as the packet it came in", async () => {
    const door = await open();
    const sender = await door.wire();
    await sender.write(door.post("one"));
    expect((await sender.answer()).status).toBe(200);
    const packet = door.here("FROB /webhooks HTTP/1.1\r\n\r\n");
    await sender.write(packet);
    expect((await sender.answer()).status).toBe(400);
    const kept = (await door.kept(2))[1];
    expect(kept?.body.toString()).toBe(packet);
    expect(kept?.method).toBe("FROB");
  });

  test("a body that breaks off being HTTP is one delivery: its head, and what came of the body", async () => {
    const door = await open();
    const sender = await door.wire();
    await sender.write(door.here(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`));
    await sender.write("nonsense\r\n");
    expect((await sender.answer()).status).toBe(400);
    const kept = await thrownAt(door, true);
    expect(kept).toMatchObject({ method: "POST", target: door.path, completeness: "malformed" });
    expect(kept?.headers[1]).toEqual(["Transfer-Encoding", "chunked"]);
    expect(kept?.body.toString()).toBe("hello");
  });

  test.each([
    ["no Host", "GET /webhooks HTTP/1.1\r\n\r\n", 400],
    ["two Hosts", "GET /webhooks HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", 400],
    ["no version, as in HTTP/0.9", "GET /webhooks\r\n\r\n", 505],
    ["a version that is not spoken", "GET /webhooks HTTP/2.0\r\nHost: a\r\n\r\n", 505],
  ])("%s: recorded whole, with the objection", async (_what, bytes, status) => {
    const door = await open();
    const sender = await door.wire();
    await sender.write(door.here(bytes));
    expect((await sender.answer()).status).toBe(status);
    await sender.ended();
    const kept = (await door.kept(1))[0];
    expect(kept).toMatchObject({ completeness: "whole", status, target: door.path });
    expect(kept?.problem).not.toBeNull();
  });

  test("a folded header line and bytes beyond ASCII come through as they stood", async () => {
    const door = await open();
    const sender = await door.wire();
    await sender.write(
      door.here(`${HEAD}X-Folded: one\r\n\t two\r\nX-UTF8: \xc3\xa9\xf0\x9f\x98\x80\r\nContent-Length: 0\r\n\r\n`),
    );
    const { status } = await sender.answer();
    const kept = (await door.kept(1))[0];
    // The parser may refuse the folding (RFC 9112 section 5.2 allows both), but must not lose a byte either way.
    const shown = status === 200 ? JSON.stringify(kept?.headers) : kept?.body.toString("latin1");
    expect(shown).toContain("one");
    expect(shown).toContain("two");
    expect(shown).toContain("\xc3\xa9\xf0\x9f\x98\x80");
  });

  // Ways in which a proxy and a server have disagreed about where a request ends (RFC 9112 section 11.2).
  test.each([
    ["two lengths", "Content-Length: 6\r\nContent-Length: 5\r\n\r\nAAAAAA"],
    ["lengths in one field", "Content-Length: 6, 6\r\n\r\nAAAAAA"],
    ["a length with a sign", "Content-Length: +6\r\n\r\nAAAAAA"],
    ["a length in hexadecimal", "Content-Length: 0x6\r\n\r\nAAAAAA"],
    ["a negative length", "Content-Length: -1\r\n\r\n"],
    ["a length beyond all numbers", "Content-Length: 99999999999999999999999\r\n\r\nA"],
    [
      "length and chunks",
      "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ["chunks and length", "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n"],
    ["an encoding that is not chunked", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
    ["chunked, but not last", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"],
    ["an encoding after a vertical tab", "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n"],
    ["a space before the colon", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"],
    ["a folded line", "X-A: 1\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a bare line feed", "X-A: 1\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a bare carriage return", "X-A: 1\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a zero byte in a value", "X-A: 1\u0000\r\n\r\n"],
    ["a zero byte in a name", "X\u0000A: 1\r\n\r\n"],
    ["a line without a colon", "nothing\r\n\r\n"],
    ["a chunk with a sign", "Transfer-Encoding: chunked\r\n\r\n+5\r\nAAAAA\r\n0\r\n\r\n"],
    ["a chunk in two numbers", "Transfer-Encoding: chunked\r\n\r\n0x5\r\nAAAAA\r\n0\r\n\r\n"],
    ["a chunk longer than it says", "Transfer-Encoding: chunked\r\n\r\n3\r\nAAAAA\r\n0\r\n\r\n"],
    ["a chunk beyond all numbers", "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nA"],
    ["a chunk ended by a bare line feed", "Transfer-Encoding: chunked\r\n\r\n1\nA\n0\n\n"],
    ["an extension with a line feed", "Transfer-Encoding: chunked\r\n\r\n1;a=\nb\r\nA\r\n0\r\n\r\n"],
  ])("%s: refused, recorded, and nothing behind it is taken for a request", async (_what, rest) => {
    const door = await open();
    const sender = await door.wire();
    await sender.write(door.here(`${HEAD}${rest}GET /webhooks/smuggled HTTP/1.1\r\nHost: x\r\n\r\n`));
    const { status, head } = await sender.answer();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(head.toLowerCase()).toContain("connection: close");
    await sender.ended();
    expect((await thrownAt(door, true))?.target).toBe(door.path);
  });

  test.each(HIDING)("a request hidden %s is none of its own", async (_what, bytes, body) => {
    const door = await open();
    const sender = await door.wire();
    // What begins on this connection is in time to be taken for the request behind it.
    await sender.write(Buffer.concat([Buffer.from(door.here(bytes(door.here)), "latin1"), door.post("the next")]));
    await sender.answer();
    const other = await door.wire();
    await other.write(door.post("behind it"));
    expect((await other.answer()).status).toBe(200);
    const all = await door.keptUpTo("behind it");
    // What lies behind the last request may be kept as bytes that were no request.
    for (const each of all)
      expect(each.target).toBe(each.completeness === "malformed" && each !== all[0] ? "" : door.path);
    const [first] = all;
    if (body === null) expect(first?.status).toBe(400);
    else expect(first?.body.toString()).toBe(door.here(body));
  });
});

test("the bytes of what could not be parsed are kept, whatever they are", async () => {
  const { wire, journal } = await openListener();
  const bytes = Buffer.from([0, ...Array.from({ length: 256 }, (_, value) => value), 0x0d, 0x0a]);
  const sender = await wire();
  await sender.write(bytes);
  expect((await sender.answer()).status).toBe(400);
  const [delivery] = await journal.untilEnded(1);
  expect(Buffer.from(delivery?.event.requestBody ?? []).equals(bytes)).toBe(true);
  expect(delivery?.event.summary).toMatchObject({ method: "", path: "", size: bytes.length, onPath: false });
});

test("garbage behind good requests: those are answered first, in order, and stay what they were", async () => {
  const { wire, journal, answerWith } = await openListener();
  answerWith({ delayMs: 30, body: "ok" });
  const sender = await wire();
  await sender.write(Buffer.concat([post("one"), post("two"), Buffer.from("garbage\r\n\r\n")]));
  const answers = [await sender.answer(), await sender.answer(), await sender.answer()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  await sender.ended();
  const deliveries = (await journal.untilEnded(3)).map(({ event }) => event);
  expect(deliveries.map(({ summary }) => [summary.method, summary.completeness])).toEqual([
    ["POST", "whole"],
    ["POST", "whole"],
    ["", "malformed"],
  ]);
  expect(deliveries[2]?.request.problem).toContain("whole packet");
});

test("a post of a web page across origins is recorded, and its page is given nothing to read", async () => {
  const { wire, journal } = await openListener();
  const sender = await wire();
  await sender.write(
    post("{}", ["Origin: https://evil.example", "Content-Type: text/plain", "Sec-Fetch-Site: cross-site"]),
  );
  const { status, headers } = await sender.answer();
  expect(status).toBe(200);
  expect(headers.filter(([name]) => /^access-control|^cross-origin/i.test(name))).toEqual([]);
  expect(journal.deliveries()[0]?.event.request.headers).toContainEqual(["Origin", "https://evil.example"]);
  // What a browser asks before anything but a plain post: it is not let through.
  await sender.write(
    "OPTIONS /webhooks HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n",
  );
  const asked = await sender.answer();
  expect(asked.headers.filter(([name]) => /^access-control/i.test(name))).toEqual([]);
});
