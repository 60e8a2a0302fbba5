import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openedOf } from "./opened-of.ts";

// HAR as other programs write it. The files are ours; what is particular about each is taken from the program's published
// source: Chrome's `har/Log.ts`, Firefox' `har-builder.js`, HTTP Toolkit's `har.ts`, Insomnia's `har.ts`. Charles has none:
// its file follows what importers of it were mended for. Postman writes none itself: its file is a converter's.

const FOLDER = join(import.meta.dirname, "har-files");
const FORM = "account=0012345678&note=caf%C3%A9&note=%26";

let opened: ReturnType<typeof openedOf>;
beforeEach(() => {
  opened = openedOf();
});
afterEach(() => opened.dispose());

interface Expected {
  readonly by: string;
  readonly events: readonly {
    readonly url: string;
    /** In milliseconds; where the file has none it is that of the one before it. */
    readonly at: string;
    readonly sent: string;
    /** null: nothing was answered. */
    readonly answer: { readonly status: number; readonly version: string; readonly body: string } | null;
    readonly headers: readonly (readonly [string, string])[];
    readonly answered?: readonly (readonly [string, string])[];
  }[];
}

const FILES: Readonly<Record<string, Expected>> = {
  chrome: {
    by: "WebInspector",
    events: [
      {
        url: "https://api.shop.example/v1/charge?ref=a%2Fb",
        at: "2026-11-22T10:00:00.123Z",
        sent: '{"amount":9007199254740993123,"to":"ä"}',
        headers: [
          [":authority", "api.shop.example"],
          [":method", "POST"],
          ["content-type", "application/json"],
          ["x-twice", "one"],
          ["x-twice", "two"],
        ],
        answer: { status: 201, version: "h3", body: '{"id":"tx_é"}' },
        answered: [
          ["content-type", "application/json"],
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
        ],
      },
      {
        url: "https://shop.example/dot.png",
        at: "2026-11-22T10:00:00.140Z",
        sent: "",
        headers: [["Referer", "https://shop.example/"]],
        answer: { status: 200, version: "1.1", body: "\x89PN\x0e\xff" },
      },
      {
        url: "wss://live.shop.example/feed?since=7",
        at: "2026-11-22T10:00:00.150Z",
        sent: "",
        headers: [
          ["Connection", "Upgrade"],
          ["Upgrade", "websocket"],
        ],
        answer: {
          status: 101,
          version: "1.1",
          body: `[
{"type":"send","time":1795341600.1512,"opcode":1,"data":"{\\"hello\\":\\"ä\\"}"},
{"type":"receive","time":1795341600.1634,"opcode":2,"data":"AP+A"},
{"type":"receive","time":1795341600.1701,"opcode":1,"data":"line\\n\u2028two"}
]
`,
        },
        answered: [["Upgrade", "websocket"]],
      },
      {
        url: "https://down.example/hook",
        at: "2026-11-22T10:00:00.160Z",
        sent: FORM,
        headers: [["Content-Type", "application/x-www-form-urlencoded"]],
        answer: null,
      },
    ],
  },
  firefox: {
    by: "Firefox",
    events: [
      {
        url: "https://api.shop.example/form",
        at: "2026-11-22T10:00:00.123Z",
        sent: FORM,
        headers: [
          ["Host", "api.shop.example"],
          ["Content-Type", "application/x-www-form-urlencoded; charset=UTF-8"],
          ["TE", "trailers"],
        ],
        answer: { status: 302, version: "2", body: "<p>ok\n" },
        answered: [
          ["location", "/done"],
          ["x-firefox-spdy", "h2"],
        ],
      },
      {
        url: "https://shop.example/blob",
        at: "2026-11-22T10:00:00.301Z",
        sent: "",
        headers: [],
        answer: { status: 200, version: "1.1", body: "\x00\xff\x80" },
      },
      {
        url: "https://down.example/",
        at: "2026-11-22T10:00:00.480Z",
        sent: "",
        headers: [["Host", "down.example"]],
        answer: null,
      },
    ],
  },
  "http-toolkit": {
    by: "HTTP Toolkit",
    events: [
      {
        url: "https://api.shop.example/upload",
        at: "2026-11-22T10:00:00.123Z",
        sent: "\x00\xff\x80",
        headers: [
          ["host", "api.shop.example"],
          ["content-type", "application/octet-stream"],
          ["x-twice", "one,two"],
        ],
        answer: { status: 200, version: "1.1", body: "done\n" },
        answered: [["content-type", "text/plain"]],
      },
      {
        url: "https://api.shop.example/charge",
        at: "2026-11-22T10:00:00.250Z",
        sent: '{"a":1.0}',
        headers: [["content-type", "application/json"]],
        answer: null,
      },
    ],
  },
  charles: {
    by: "Charles Proxy",
    events: [
      {
        url: "https://api.shop.example/form",
        at: "2026-11-22T10:00:00.123Z",
        sent: FORM,
        headers: [
          ["Host", "api.shop.example"],
          ["Content-Type", "application/x-www-form-urlencoded"],
          ["Accept-Encoding", "gzip"],
        ],
        answer: { status: 200, version: "1.1", body: '{"id":"tx_é"}' },
        answered: [
          ["Content-Type", "application/json"],
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
        ],
      },
    ],
  },
  insomnia: {
    by: "Insomnia REST Client",
    events: [
      {
        url: "https://api.shop.example/upload?a=%2F",
        at: "2026-11-22T10:00:00.123Z",
        sent: "account=0012345678&slip=%2Fhome%2Fada%2Fslip.pdf",
        headers: [
          ["Content-Type", "multipart/form-data"],
          ["User-Agent", "insomnia/12.0.0"],
        ],
        answer: { status: 202, version: "1.1", body: '{"id":"tx_é"}' },
        answered: [
          ["Content-Type", "application/json"],
          ["Set-Cookie", "a=1"],
        ],
      },
      {
        url: "https://api.shop.example/never-sent",
        at: "2026-11-22T10:00:00.123Z",
        sent: "",
        headers: [],
        answer: null,
      },
    ],
  },
  postman: {
    by: "Postman",
    events: [
      {
        url: "https://api.shop.example/users/7",
        at: "2026-11-22T10:00:00.123Z",
        sent: '{"a":1e400}',
        headers: [
          ["Content-Type", "application/json"],
          ["X-Count", "7"],
        ],
        answer: { status: 200, version: "", body: "[]" },
      },
      { url: "https://api.shop.example/users", at: "2026-11-22T10:00:00.123Z", sent: "", headers: [], answer: null },
    ],
  },
};

it("there is a file of each program", () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(
    Object.keys(FILES)
      .map((name) => `${name}.har`)
      .toSorted(),
  );
});

it.each(Object.entries(FILES))("what %s wrote is opened without loss", async (name, { by, events }) => {
  const file = await opened.open(join(FOLDER, `${name}.har`));
  expect(file.check).toMatchObject({ is: "har", by: expect.stringContaining(by) });
  const found = await opened.events();
  expect(found).toHaveLength(events.length);
  for (const [index, { url, at, sent, headers, answer, answered }] of events.entries()) {
    const { detail, bodies } = found[index] ?? {};
    expect(detail).toMatchObject({
      kind: "call",
      url,
      summary: { operation: "recorded", at: Date.parse(at) * 1_000, profile: { name: by } },
      request: { headers },
      answer: answer === null ? null : { status: answer.status, httpVersion: answer.version },
    });
    if (answered !== undefined) expect(detail).toMatchObject({ answer: { headers: answered } });
    expect(textOf(bodies?.request)).toBe(sent);
    expect(textOf(bodies?.answer)).toBe(answer?.body ?? "");
  }
});

it("why Chrome had no answer is said", async () => {
  await opened.open(join(FOLDER, "chrome.har"));
  const { detail } = (await opened.events()).at(-1) ?? {};
  expect(detail).toMatchObject({ summary: { outcome: { code: "reset", detail: "net::ERR_CONNECTION_REFUSED" } } });
});

it("what went over a WebSocket is said to stand where the answer's body would", async () => {
  await opened.open(join(FOLDER, "chrome.har"));
  const { detail } = (await opened.events())[2] ?? {};
  expect(detail?.summary.note).toMatch(/WebSocket.*3 messages/);
});

/** As text where it is one, else byte by byte. */
function textOf(body: Uint8Array | null | undefined): string {
  const bytes = Buffer.from(body ?? []);
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : bytes.toString("latin1");
}
