import { describe, expect, it } from "vitest";
import { bench, OK, target } from "./test-bench.ts";

/** Sends a webhook and resolves with our answer's status. */
async function webhook(port: number, body: string, path = "/webhooks?a=1"): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    body,
    headers: { "X-Signature": "abc", Authorization: "Bearer s3cret" },
  });
  await response.arrayBuffer();
  return response.status;
}

describe("handing deliveries on", () => {
  it("sends each as it came, without secrets, and records the answer beside ours", async () => {
    const { port, journal, forwardTo } = await bench();
    const { url, received } = await target((socket) => socket.end("HTTP/1.1 418 Pot\r\nX: 1\r\nx: 2\r\n\r\nshort"));
    forwardTo(`${url}/hooks`);
    expect(await webhook(port, '{"amount":10.00}')).toBe(200);
    await journal.until((each) => each.forwards.size === 1);
    const [delivery] = journal.deliveries();
    const record = journal.forwards.get(delivery?.id ?? 0);
    expect(record?.forwarded).toMatchObject({
      summary: { outcome: { code: "status", status: 418 }, status: 418 },
      answer: {
        url: `${url}/hooks?a=1`,
        statusText: "Pot",
        headers: [
          ["X", "1"],
          ["x", "2"],
        ],
        size: 5,
        cut: false,
      },
    });
    expect(record?.body.toString()).toBe("short");
    const text = received[0]?.toString() ?? "";
    expect(text).toMatch(/^POST \/hooks\?a=1 HTTP\/1\.1\r\n/);
    expect(text).toMatch(/X-Signature: abc\r\n/i);
    expect(text).not.toContain("s3cret");
    expect(text.endsWith('\r\n\r\n{"amount":10.00}')).toBe(true);
  });

  it("keeps the order of arrival, and never holds our answers up", async () => {
    const { port, journal, forwardTo } = await bench();
    const waiting: (() => void)[] = [];
    const { url, received } = await target((socket) => waiting.push(() => OK(socket)));
    forwardTo(url);
    for (const body of ["1", "2", "3"]) expect(await webhook(port, body)).toBe(200);
    await expect.poll(() => waiting.length).toBe(1);
    expect(received).toHaveLength(1);
    waiting[0]?.();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.();
    await expect.poll(() => waiting.length).toBe(3);
    waiting[2]?.();
    await journal.until((each) => each.forwards.size === 3);
    expect(received.map((bytes) => bytes.toString().slice(-1))).toEqual(["1", "2", "3"]);
  });

  it("says what went wrong, and goes on with the next", async () => {
    const { port, journal, forwardTo, listener } = await bench();
    const outcomes = () => [...journal.forwards.values()].map(({ forwarded }) => forwarded.summary.outcome);
    forwardTo("http://127.0.0.1:1");
    expect(await webhook(port, "1")).toBe(200);
    await journal.until((each) => each.forwards.size === 1);
    forwardTo("http://elsewhere.invalid");
    await webhook(port, "2");
    await journal.until((each) => each.forwards.size === 2);
    forwardTo("http://elsewhere.invalid", ["elsewhere.invalid"]);
    await webhook(port, "3");
    await journal.until((each) => each.forwards.size === 3);
    forwardTo(listener.status().url ?? "");
    await webhook(port, "4");
    await journal.until((each) => each.forwards.size === 4);
    expect(outcomes()).toMatchObject([
      { code: "refused" },
      { code: "internal", detail: expect.stringContaining("elsewhere.invalid is not this machine") },
      { code: "dns" },
      { code: "internal", detail: expect.stringContaining("round without end") },
    ]);
    expect(journal.deliveries()).toHaveLength(4);
  });

  it("leaves out what is not for the webhook path, and everything while it is off", async () => {
    const { port, journal, forwardTo } = await bench();
    await webhook(port, "off");
    const { url, received } = await target(OK);
    forwardTo(url);
    expect(await webhook(port, "elsewhere", "/other")).toBe(404);
    await webhook(port, "on");
    await journal.until((each) => each.forwards.size === 1);
    expect(received.map((bytes) => bytes.toString().slice(-2))).toEqual(["on"]);
  });

  it("takes no more than can wait, and says so of what is too much", async () => {
    const { journal, forwarder, forwardTo, profile } = await bench();
    const { url } = await target(() => {});
    forwardTo(url);
    for (let id = 0; id < 1_002; id += 1) forwarder.kept(id + 1_000_000, profile().id);
    await journal.until((each) => each.forwards.size > 0);
    const [, first] = [...journal.forwards][0] ?? [];
    expect(first?.forwarded.summary.outcome).toMatchObject({
      code: "internal",
      detail: expect.stringContaining("wait"),
    });
    await forwarder.close();
  });

  it("that is under way when Linkdesk ends is recorded as interrupted", async () => {
    const { port, journal, forwarder, forwardTo } = await bench();
    let arrived: () => void = () => undefined;
    const here = new Promise<void>((resolve) => (arrived = resolve));
    const { url } = await target(() => arrived());
    forwardTo(url);
    await webhook(port, "1");
    await here;
    await forwarder.close();
    expect([...journal.forwards.values()][0]?.forwarded.summary.outcome).toEqual({ code: "interrupted" });
  });
});
