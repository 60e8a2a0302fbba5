import { createHmac, generateKeyPairSync, type KeyObject, verify as verifyBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { OK, setUpReplays, target } from "../../../tests/support/replays.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";
import type { SignatureSettings } from "../../shared/signature.ts";
import { presetSettings } from "../../shared/signature-presets.ts";

/** Writes bytes to a port and resolves when the answer is there. */
function write(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.once("data", (chunk) => {
      socket.destroy();
      resolve(chunk.toString("latin1"));
    });
    socket.once("error", reject);
  });
}

/** The number of the first delivery: before it stands the notice that the listener was started. */
const FIRST = 2;
const BODY = Buffer.from([
  ...Buffer.from('{"amount": 9007199254740993123,"n":"'),
  0xc3,
  0x28,
  0,
  ...Buffer.from('"}\r\n'),
]);
const HEAD = [
  "POST /webhooks?b=%2f&a=1&b=2 HTTP/1.1",
  "hOsT: example.test",
  "X-Signature: abc",
  "x-dup: 2",
  "X-DUP: 1",
  "Empty:",
  "Content-Type: application/json",
  `content-length: ${BODY.length}`,
  "X-Latin: \xe9",
];
const REQUEST = Buffer.concat([
  Buffer.from(`${HEAD.join("\r\n").replace("Empty:", "Empty: ")}\r\n\r\n`, "latin1"),
  BODY,
]);

describe("a replay", () => {
  it("sends the same bytes: path, query, order, case, duplicates, body", async () => {
    const { port, send, journal } = await setUpReplays();
    const { url, received } = await target(OK);
    await write(port, REQUEST);
    const event = await send(FIRST, { target: { kind: "url", url } });
    expect(received[0]).toEqual(REQUEST);
    expect(event).toMatchObject({
      kind: "call",
      url: `${url}/webhooks?b=%2f&a=1&b=2`,
      summary: {
        operation: "replay",
        outcome: { code: "success" },
        status: 204,
        replay: { of: FIRST, by: null, edited: false },
      },
      answer: {
        statusText: "Fine",
        headers: [
          ["X-A", "1"],
          ["x-a", "2"],
        ],
      },
    });
    expect(journal.finishedCalls).toHaveLength(1);
    // It was never forwarded, so this is no forward once more.
    expect(event.summary).not.toMatchObject({ replay: { forward: true } });
  });

  it("to where a delivery was forwarded in vain is said with the delivery, and what was accepted stays", async () => {
    const { port, send, journal, forwardTo } = await setUpReplays();
    const answers = ["503 Later", "500 No", "200 Fine", "500 No"];
    const { url } = await target((socket) => void socket.end(`HTTP/1.1 ${answers.shift()}\r\n\r\nwhy`));
    forwardTo(url);
    await write(port, REQUEST);
    await journal.until((each) => each.forwards.size === 1);
    const status = () => journal.forwards.get(FIRST)?.forwarded.summary.again?.status;
    const there = { target: { kind: "url", url: `${url}/` } } as const;
    const elsewhere = await target(OK);
    await send(FIRST, { target: { kind: "url", url: elsewhere.url } });
    expect(status()).toBeUndefined();
    await send(FIRST, there);
    expect(status()).toBe(500);
    const accepted = await send(FIRST, there);
    // Its row calls it what the press that sent it is called.
    expect(accepted.summary).toMatchObject({ replay: { forward: true } });
    await send(FIRST, there);
    expect(journal.forwards.get(FIRST)?.forwarded.summary).toMatchObject({
      status: 503,
      again: { by: accepted.summary.id, outcome: { code: "success" }, status: 200 },
    });
  });

  it("sends a body that came in chunks whole, with its trailers", async () => {
    const { port, send } = await setUpReplays();
    const { url, received } = await target(OK);
    const head = "POST /webhooks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n";
    await write(port, `${head}2\r\nab\r\n3\r\ncde\r\n0\r\nX-T: 1\r\n\r\n`);
    await send(FIRST, { target: { kind: "url", url } });
    expect(received[0]?.toString()).toBe(`${head}5\r\nabcde\r\n0\r\nX-T: 1\r\n\r\n`);
  });

  it("to our own listener is marked by its connection, and by nothing in its bytes", async () => {
    const { port, send, journal } = await setUpReplays();
    await write(port, REQUEST);
    const event = await send(FIRST);
    const [first, second] = await journal.untilEnded(2);
    expect(second?.event.summary.replay).toEqual({ of: FIRST, by: event.summary.id, to: null, edited: false });
    expect(second?.event.request.headers).toEqual(first?.event.request.headers);
    expect(Buffer.from(second?.event.requestBody ?? [])).toEqual(BODY);
    await write(port, REQUEST);
    expect((await journal.untilEnded(3))[2]?.event.summary.replay).toBeUndefined();
  });

  it("leaves the secrets of the sender at home unless they are asked for, and never writes them down", async () => {
    const { port, send, journal } = await setUpReplays();
    const { url, received } = await target(OK);
    await write(
      port,
      "POST /webhooks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer s3cret\r\nCookie: c=s3cret\r\nX-Signature: abc\r\n\r\n",
    );
    await send(FIRST, { target: { kind: "url", url } });
    expect(received[0]?.toString()).toBe("POST /webhooks HTTP/1.1\r\nHost: a\r\nX-Signature: abc\r\n\r\n");
    await send(FIRST, { target: { kind: "url", url }, withSecrets: true });
    expect(received[1]?.toString()).toContain("Authorization: Bearer s3cret\r\nCookie: c=s3cret\r\n");
    expect(JSON.stringify(journal.finishedCalls)).not.toContain("s3cret");
  });

  it("names the target in its Host header where that is wanted, in the same place", async () => {
    const { port, send } = await setUpReplays();
    const { url, host, received } = await target(OK);
    await write(port, REQUEST);
    await send(FIRST, { target: { kind: "url", url: `${url}/other` }, host: "target" });
    expect(received[0]?.toString("latin1")).toMatch(
      new RegExp(`^POST /other\\?b=%2f&a=1&b=2 HTTP/1.1\r\nhOsT: ${host}\r\nX-Signature: abc\r\n`),
    );
  });

  it("asks before it sends anything beyond this machine, and remembers the answer", async () => {
    const { port, send, journal, profile } = await setUpReplays();
    await write(port, REQUEST);
    const to = { target: { kind: "url", url: "http://target.invalid:81" } } as const;
    await expect(send(FIRST, to)).rejects.toMatchObject({ code: "destination-not-agreed" });
    expect(journal.events).toHaveLength(2);
    expect(await send(FIRST, { ...to, agreed: "once" })).toMatchObject({ summary: { outcome: { code: "dns" } } });
    expect(profile().replay.agreedDestinations).toEqual([]);
    await send(FIRST, { ...to, agreed: "always" });
    expect(profile().replay.agreedDestinations).toEqual(["target.invalid:81"]);
    expect(await send(FIRST, to)).toMatchObject({ summary: { outcome: { code: "dns" } } });
  });

  it.each([
    ["nothing there", (socket: Socket) => socket.resetAndDestroy(), { code: "reset", sent: true }],
    ["no HTTP", (socket: Socket) => socket.end("SSH-2.0\r\n"), { code: "protocol" }],
    ["an error", (socket: Socket) => socket.end("HTTP/1.1 500 No\r\n\r\n"), { code: "status", status: 500 }],
    [
      "elsewhere",
      (socket: Socket) => socket.end("HTTP/1.1 302 F\r\nLocation: http://x\r\nContent-Length: 0\r\n\r\n"),
      { code: "redirect", location: "http://x" },
    ],
    ["cut", (socket: Socket) => socket.end("HTTP/1.1 200 O\r\nContent-Length: 9\r\n\r\nab"), { code: "protocol" }],
    [
      "leave to go on",
      (socket: Socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 O\r\n\r\nab"),
      { code: "success" },
    ],
    [
      "early hints",
      (socket: Socket) => socket.end("HTTP/1.1 103 E\r\n\r\nHTTP/1.1 200 O\r\n\r\nab"),
      { code: "success" },
    ],
  ])("records what came back: %s", async (_, answer, outcome) => {
    const { port, send } = await setUpReplays();
    const { url } = await target(answer);
    await write(port, REQUEST);
    expect(await send(FIRST, { target: { kind: "url", url } })).toMatchObject({ summary: { outcome } });
  });

  it("that nobody takes, or that is given up, says so", async () => {
    const { port, send, replay } = await setUpReplays();
    await write(port, REQUEST);
    const refused = await send(FIRST, { target: { kind: "url", url: "http://127.0.0.1:1" } });
    expect(refused).toMatchObject({ summary: { outcome: { code: "refused", port: "1" } } });
    const { url } = await target(() => replay.cancel("r1"));
    const given = await send(FIRST, { target: { kind: "url", url } });
    expect(given).toMatchObject({ summary: { outcome: { code: "cancelled" } } });
  });

  it("of what did not come whole is refused, and of what is gone", async () => {
    const { port, send, journal } = await setUpReplays();
    const socket = connect(port, "127.0.0.1", () =>
      socket.write("POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab"),
    );
    setTimeout(() => socket.destroy(), 50);
    await journal.until((each) => each.events.length === 2);
    await expect(send(FIRST)).rejects.toMatchObject({ code: "not-whole" });
    await expect(send(99)).rejects.toMatchObject({ code: "no-delivery" });
  });
});

describe("an edited replay", () => {
  const EDIT = {
    method: "PUT",
    path: "/x?y",
    headers: [
      ["A", "1"],
      ["a", "2"],
      ["Content-Length", "1"],
    ],
    body: Buffer.from("new").toString("base64"),
    sign: false,
  } as const;

  it("sends exactly what was made of it, framed to fit", async () => {
    const { port, send } = await setUpReplays();
    const { url, host, received } = await target(OK);
    await write(port, REQUEST);
    const event = await send(FIRST, { target: { kind: "url", url }, edited: EDIT });
    expect(received[0]?.toString()).toBe(
      `PUT /x?y HTTP/1.1\r\nHost: ${host}\r\nA: 1\r\na: 2\r\nContent-Length: 3\r\n\r\nnew`,
    );
    expect(event).toMatchObject({ summary: { method: "PUT", facts: {}, replay: { edited: true } } });
  });

  it("is signed anew with the profile's secret", async () => {
    const signature = presetSettings("github", [{ id: "s1", name: "one", source: "own" }]);
    if (signature.kind !== "signed") throw new Error("This preset is a signature.");
    const { port, send } = await setUpReplays({ signature }, { "signature:s1": "key" });
    const { url, received } = await target(OK);
    await write(port, REQUEST);
    await send(FIRST, { target: { kind: "url", url }, edited: { ...EDIT, sign: true } });
    const digest = createHmac(signature.algorithm, "key").update("new").digest(signature.encoding);
    expect(received[0]?.toString()).toContain(`${signature.header}: ${signature.prefix}${digest}`);
  });

  it("signs anew with a private key where one is at hand, and says why not where there is the public one", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const signature: SignatureSettings = {
      ...presetSettings("wise", [{ id: "s1", name: "Own", source: "own" }]),
      algorithm: "ed25519",
    } as SignatureSettings;
    const pem = (key: KeyObject) =>
      key.export({ type: key.type === "private" ? "pkcs8" : "spki", format: "pem" }).toString();
    const { url, received } = await target(OK);
    const able = await setUpReplays({ signature }, { "signature:s1": pem(privateKey) });
    await write(able.port, REQUEST);
    await able.send(FIRST, { target: { kind: "url", url }, edited: { ...EDIT, sign: true } });
    const [, value = ""] = /X-Signature-SHA256: (\S+)/.exec(received[0]?.toString() ?? "") ?? [];
    expect(verifyBytes(null, Buffer.from("new"), publicKey, Buffer.from(value, "base64"))).toBe(true);

    const unable = await setUpReplays({ signature }, { "signature:s1": pem(publicKey) });
    await write(unable.port, REQUEST);
    await expect(unable.send(FIRST, { edited: { ...EDIT, sign: true } })).rejects.toMatchObject({
      code: "cannot-sign",
      message: expect.stringContaining("checks, and cannot sign"),
    });
    // Nothing went out: its own row is all that there is.
    expect(unable.journal.finishedCalls).toEqual([]);
  });

  it("sends no mask in the place of what was masked, and keeps what the target repeats of typed secrets", async () => {
    const { port, send, journal } = await setUpReplays();
    const { url, received } = await target((socket) =>
      socket.end("HTTP/1.1 200 O\r\nX: typed-by-hand\r\n\r\nBearer typed-by-hand"),
    );
    await write(port, `POST /webhooks HTTP/1.1\r\nHost: a\r\nX-Token: one\r\nX-B: 1\r\n\r\n`);
    const masked = journal.deliveries()[0]?.event;
    if (masked === undefined) throw new Error("Nothing was recorded.");
    const headers = masked.request.headers.map(
      ([name, value]) => [name, name === "X-Token" ? SECRET_MASK : value] as const,
    );
    const id = await journal.append({ ...masked, request: { ...masked.request, headers } });
    await send(id, { target: { kind: "url", url }, withSecrets: true });
    expect(received[0]?.toString("latin1")).toBe("POST /webhooks HTTP/1.1\r\nHost: a\r\nX-B: 1\r\n\r\n");
    const edited = { ...EDIT, headers: [["Authorization", "Bearer typed-by-hand"] as const] };
    await send(id, { target: { kind: "url", url }, withSecrets: true, edited });
    expect(received[1]?.toString()).toContain("Authorization: Bearer typed-by-hand");
    const [, detail, body] = journal.finishedCalls[1] ?? [];
    expect(JSON.stringify(detail) + Buffer.from(body ?? []).toString()).not.toContain("typed-by-hand");
  });

  it("keeps a signature that is the secret itself out of the log, even when the target repeats it", async () => {
    const signature = {
      kind: "static",
      header: "X-Hash",
      prefix: "",
      secrets: [{ id: "s1", name: "one", source: "own" }],
    } as const;
    const { port, send, journal } = await setUpReplays({ signature }, { "signature:s1": "s3cret-value" });
    const { url, received } = await target((socket) =>
      socket.end("HTTP/1.1 200 O\r\nX: s3cret-value\r\n\r\ngot s3cret-value"),
    );
    await write(port, REQUEST);
    await send(FIRST, { target: { kind: "url", url }, edited: { ...EDIT, sign: true } });
    expect(received[0]?.toString()).toContain("X-Hash: s3cret-value");
    const [, detail, body] = journal.finishedCalls[0] ?? [];
    expect(JSON.stringify(detail) + Buffer.from(body ?? []).toString()).not.toContain("s3cret-value");
  });

  it.each([
    [{ method: "A B" }, "field:method"],
    [{ method: "CONNECT" }, "field:method"],
    [{ path: "/a b" }, "field:path"],
    [{ path: "/a\r\nX: 1" }, "field:path"],
    [{ headers: [["A b", "1"]] as const }, "field:headers"],
    [{ headers: [["A", "1\r\nB: 2"]] as const }, "field:headers"],
    [{ headers: [["A", "\u0100"]] as const }, "field:headers"],
    [{ sign: true }, "no-signature"],
  ])("refuses %j", async (change, code) => {
    const { port, send, journal } = await setUpReplays();
    await write(port, REQUEST);
    await expect(send(FIRST, { edited: { ...EDIT, ...change } })).rejects.toMatchObject({ code });
    expect(journal.events).toHaveLength(2);
  });
});
