import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { createReceiver } from "../../../tests/support/sandboxes.ts";
import { readCommand } from "./arguments.ts";

/** Runs the source as it is, as `npm run sandbox` does. */
function runAlone(...options: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), ...options]);
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  if (child.stdout === null) throw new Error("no output");
  createInterface(child.stdout).on("line", (text) => {
    lines.push(text);
    for (const check of waiting) check();
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  return {
    child,
    ended,
    errors: () => errors,
    line: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve) => {
        const check = () => {
          for (const text of lines) {
            const found = pattern.exec(text);
            if (found !== null) {
              waiting.delete(check);
              resolve(found);
            }
          }
        };
        waiting.add(check);
        check();
      }),
  };
}

test("alone it prints its address and key, serves, sends webhooks, reports each in a line and ends on SIGTERM", async () => {
  const receiver = await createReceiver();
  const alone = runAlone("--webhook-url", receiver.url, "--key", "my-own-key", "--webhook-delay", "0");
  const [, url] = await alone.line(/^Sandbox listening on (http:\/\/127\.0\.0\.1:\d+)$/);
  await alone.line(/x-api-key +my-own-key/);
  await alone.line(/lnk_ada_kwame/);
  const answer = await fetch(`${url}/test/credit`, {
    method: "POST",
    headers: { "x-api-key": "my-own-key" },
    body: '{"amount":5,"currency":"NGN","user_reference":"ref_ada"}',
  });
  expect(await answer.json()).toEqual({ message: "test complete" });
  await receiver.count(1);
  await alone.line(/POST \/test\/credit → 200/);
  await alone.line(/webhook of the credit, attempt 1 to http.* → 200/);
  alone.child.kill("SIGTERM");
  expect(await alone.ended).toBe(0);
});

test("what it cannot do ends in a sentence and an exit code", async () => {
  const first = runAlone();
  const [, port = ""] = await first.line(/^Sandbox listening on http:\/\/127\.0\.0\.1:(\d+)$/);
  const second = runAlone("--port", port);
  expect(await second.ended).toBe(1);
  expect(second.errors()).toContain(`Port ${port} is taken by another program.`);
  const third = runAlone("--webhook-url", "ftp://example.com");
  expect(await third.ended).toBe(2);
  expect(third.errors()).toContain("--webhook-url: A webhook address starts with");
});

test("options become settings, or a problem that names the option", () => {
  expect(readCommand([])).toMatchObject({ run: true, port: 0, settings: { webhookUrl: null } });
  const options = ["--port=8080", "--webhook-fault=twice", "--retry-interval=50", "--static-header", "X-Hash: a:b"];
  expect(readCommand(options)).toMatchObject({
    run: true,
    port: 8080,
    settings: {
      behaviour: { webhookFault: "twice", retryIntervalMs: 50 },
      staticHeader: { name: "X-Hash", value: "a:b" },
    },
  });
  expect(readCommand(["--help"])).toEqual({ run: false, problem: null });
  for (const [option, name] of [
    ["--port=http", "--port"],
    ["--port=70000", "--port"],
    ["--attempts=0", "--attempts"],
    ["--retry-interval=1s", "--retry-interval"],
    ["--answer-fault=418", "--answer-fault"],
    ["--signature-header=a b", "--signature-header"],
    ["--static-header=nothing here", "--static-header"],
    ["--key=two words", "--key"],
    ["--unknown", "--unknown"],
  ] as const)
    expect(readCommand([option])).toEqual({ run: false, problem: expect.stringContaining(name) });
});
