import { execFile, spawnSync } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliveryEvent } from "../../../tests/fakes/sample-events.ts";
import type { DeliveryDetail } from "../../shared/events.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";
import { deliveryCommand } from "./curl.ts";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const received: Received[] = [];
const server = createServer((request: IncomingMessage, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    received.push({
      method: request.method,
      url: request.url,
      headers: request.rawHeaders,
      body: Buffer.concat(chunks),
    });
    response.end();
  });
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function delivery(changes: {
  method?: string;
  path?: string;
  headers?: DeliveryDetail["request"]["headers"];
}): DeliveryDetail {
  const { detail } = deliveryEvent({
    at: 0,
    facts: {},
    method: changes.method ?? "POST",
    path: changes.path ?? "/webhooks",
  });
  if (detail.kind !== "delivery") throw new Error("expected a delivery");
  return { ...detail, request: { ...detail.request, headers: changes.headers ?? [] } };
}

/** What curl sends when a shell runs the command. */
async function sent(detail: DeliveryDetail, body: Uint8Array): Promise<Received> {
  const command = deliveryCommand(detail, body, origin);
  await new Promise<void>((resolve, reject) => {
    execFile("sh", ["-c", `${command.replace("curl ", "curl --silent --max-time 10 ")}`], (error) =>
      error === null ? resolve() : reject(error),
    );
  });
  const last = received.at(-1);
  if (last === undefined) throw new Error("Nothing arrived.");
  return last;
}

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

describe.skipIf(!hasCurl)("a delivery sent again by curl", () => {
  it("has the same method, target, headers and body", async () => {
    const headers = [
      ["X-Signature", 'it\'s $HOME `id` "quoted"'],
      ["x-twice", "1"],
      ["X-Twice", "2"],
      ["X-Empty", ""],
      ["content-type", "application/json"],
    ] as const;
    const body = new TextEncoder().encode('{"a":"it\'s $HOME","b":[1,\n2]}');
    const again = await sent(delivery({ path: "/web/../hooks?a[]={1}&b=%41", headers }), body);
    expect(again.method).toBe("POST");
    expect(again.url).toBe("/web/../hooks?a[]={1}&b=%41");
    expect(again.headers.join("\n")).toContain(headers.flat().join("\n"));
    expect(again.headers).not.toContain("Accept");
    expect(again.headers).not.toContain("User-Agent");
    expect(again.body).toEqual(Buffer.from(body));
  });

  it.each([
    ["bytes of every value", Uint8Array.from({ length: 512 }, (_, index) => index)],
    ["text beyond ASCII", new TextEncoder().encode('{"name":"Ọlá \u{1f600}\u0000"}')],
    ["what curl would take for a file name", new TextEncoder().encode("@/etc/hostname")],
    ["one line of 80 kB", new TextEncoder().encode("x".repeat(80_000))],
  ])("keeps %s", async (_, body) => {
    expect((await sent(delivery({}), body)).body).toEqual(Buffer.from(body));
  });

  it("has none of its sender's secrets, nor a mask: they come from variables", async () => {
    const headers = [
      ["Authorization", "Bearer s3cret"],
      ["X-Token", `key=${SECRET_MASK}`],
      ["X-A", "1"],
    ] as const;
    const detail = delivery({ headers });
    const command = deliveryCommand(detail, new Uint8Array(0), origin);
    expect(command).not.toContain("s3cret");
    expect(command).toMatch(/^[\n\x20-\x7e]*$/);
    await runIn("sh", `LINKDESK_KEY=one; LINKDESK_KEY_2="t'wo"; ${command} --silent`);
    expect(received.at(-1)?.headers.join("\n")).toContain("Authorization\nBearer one\nX-Token\nkey=t'wo\nX-A\n1");
  });

  it("sends no body where there was none", async () => {
    const again = await sent(delivery({ method: "DELETE" }), new Uint8Array(0));
    expect([
      again.method,
      again.body.length,
      again.headers.map((each) => each.toLowerCase()).includes("content-type"),
    ]).toEqual(["DELETE", 0, false]);
  });
});

it("sends hostile headers and paths as they were, through a real shell, and runs and shows nothing of them", async () => {
  const hostile = [
    "$(touch /tmp/linkdesk-owned)",
    "`id`",
    "'; id; '",
    '"; id; "',
    "!!",
    "a\\",
    "\u009b31m and \u00a0\u00ad",
    "caf\u00e9",
    "tab\there",
    "%s%n\\x41",
    "${IFS}",
    "--output=/tmp/linkdesk-owned",
    "@/etc/passwd",
  ];
  const headers = [
    ...hostile.map((value, index) => [`X-${index}`, value] as const),
    // For printf a dash at the start would be an option of its own.
    ["-n", "caf\u00e9"] as const,
  ];
  const detail = delivery({ path: "/webhooks?a='$(id)`&b=;|&", headers });
  const command = deliveryCommand(detail, Buffer.from("'$(id)`\n!\\"), origin);
  expect(command).toMatch(/^[\n\x20-\x7e]*$/);
  const before = received.length;
  for (const shell of ["sh", "bash"]) await runIn(shell, `${command} --silent`);
  expect(received).toHaveLength(before + 2);
  for (const request of received.slice(before)) {
    const values = hostile.map((_, index) => request.headers[request.headers.indexOf(`X-${index}`) + 1]);
    expect(values).toEqual(hostile);
    expect(request.headers[request.headers.indexOf("-n") + 1]).toBe("caf\u00e9");
    expect(request.url).toBe(detail.summary.path);
    expect(request.body.toString()).toBe("'$(id)`\n!\\");
  }
});

function runIn(shell: string, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(shell, ["-c", command], (error) => (error === null ? resolve() : reject(error)));
  });
}
