import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callEvent } from "../../../tests/fakes/sample-events.ts";
import { CHARGE, CREDIT, json, LOOK_UP, serve, setUpCalls } from "../../../tests/support/calls.ts";
import type { Action } from "../../shared/call-fields.ts";
import type { CallDetail } from "../../shared/events.ts";
import type { HeaderList } from "../../shared/primitives.ts";
import { callCommand, curlOf } from "./curl.ts";

const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "",
  LINKDESK_KEY: "pssk_test_0123",
  LINKDESK_KEY_2: "second-secret",
};

/** What a POSIX shell makes of the command: curl is replaced by a function that tells its arguments and its input. */
function shell(
  command: string,
  environment: NodeJS.ProcessEnv = ENVIRONMENT,
): { readonly words: string[]; readonly input: Buffer } {
  const script = `curl() { printf '%s\\0' "$@" >&3; case "$*" in *"--data-binary @-"*) cat ;; esac; }\n${command}`;
  const [words, input] = runBoth(script, environment);
  return { words: words.toString("utf8").split("\0").slice(0, -1), input };
}

/** Words on descriptor 3, input on descriptor 1, one run for each. */
function runBoth(script: string, env: NodeJS.ProcessEnv = ENVIRONMENT): [Buffer, Buffer] {
  const run = (redirect: string) => execFileSync("sh", ["-c", `{ ${script}\n} ${redirect}`], { env });
  return [run("3>&1 >/dev/null"), run("3>/dev/null")];
}

const SECRETS = { authentication: "pssk_test_0123", "header:2": "second-secret" };

async function curlFor(action: Action, profile: object = {}) {
  const server = await serve(json("{}"));
  const { call, journal } = setUpCalls({ profile: { baseUrl: server.url, ...profile }, secrets: SECRETS });
  const detail = await call(action);
  return { text: await curlOf(journal, null, detail.summary.id), url: detail.url, request: server.requests[0] };
}

function after(words: readonly string[], option: string): string[] {
  return words.flatMap((word, index) => (word === option ? [words[index + 1] ?? ""] : []));
}

function replayOf(method: string, path: string, headers: HeaderList): CallDetail {
  const { detail } = callEvent({ at: 0, operation: "credit", facts: {}, outcome: null });
  if (detail.kind !== "call") throw new Error("expected a call");
  return {
    ...detail,
    url: `http://127.0.0.1:9999${path}`,
    summary: { ...detail.summary, operation: "replay", method, path },
    request: { ...detail.request, headers },
  };
}

describe("a call as a cURL command", () => {
  it("sends the same look-up, with a placeholder for the key", async () => {
    const { text, url, request } = await curlFor({ operation: "link", linkId: "../[a]{b}'$(id)`" });
    expect(text).not.toContain("pssk_test_0123");
    expect(text).toContain('"$LINKDESK_KEY"');
    const { words } = shell(text);
    expect(words.at(-1)).toBe(url);
    expect(words).toEqual(expect.arrayContaining(["--path-as-is", "--globoff"]));
    const arrived = request?.headers.filter(([name]) => !["host", "connection"].includes(name)) ?? [];
    expect(after(words, "--header")).toEqual(arrived.map(([name, value]) => `${name}: ${value}`));
  });

  it("sends any body as it was", async () => {
    const check = async (raw: string): Promise<void> => {
      const { text, request } = await curlFor({ operation: "credit", body: { raw } });
      const { words, input } = shell(text);
      const data = [...after(words, "--data-binary"), ...after(words, "--data-raw")];
      expect(data).toHaveLength(1);
      expect(data[0] === "@-" ? input.toString("utf8") : data[0]).toBe(request?.body);
      expect(words).toEqual(expect.arrayContaining(["--request", "POST"]));
    };
    for (const raw of [
      "",
      "@/etc/hosts",
      "'",
      "\\",
      "$HOME `id`",
      "a\nb\n",
      "\r\n",
      "\u0000\u001b[201~",
      "\ufeff{}",
      "é😀",
      "!",
      "%s",
    ])
      await check(raw);
    const anyBody = fc.string({ unit: "binary", maxLength: 30 }).filter((text) => text.isWellFormed());
    await fc.assert(fc.asyncProperty(anyBody, check), { numRuns: 15 });
  });

  it("never puts control characters into what is pasted", async () => {
    const { text } = await curlFor({ operation: "credit", body: { raw: "\u001b[201~rm\r\u0007" } });
    expect(text).toMatch(/^[\n\x20-\x7e]+$/);
  });

  it("keeps all header fields, empty ones, Latin-1 ones and several secrets among them", async () => {
    const extraHeaders = [
      { id: "1", name: "X-Empty", value: "", secret: false },
      { id: "2", name: "X-Second", value: "", secret: true },
      { id: "3", name: "X-Name", value: "Ren\xe9e's 100%\\n", secret: false },
      { id: "4", name: "Host", value: "virtual.test", secret: false },
    ];
    const { text } = await curlFor(CHARGE, { extraHeaders, authentication: { scheme: "bearer" } });
    const script = `curl() { printf '%s\\0' "$@" >&3; }\n${text}`;
    const [words] = runBoth(script);
    const headers = after(words.toString("latin1").split("\0"), "--header");
    expect(headers).toEqual(
      expect.arrayContaining([
        "X-Empty;",
        "authorization: Bearer pssk_test_0123",
        "X-Second: second-secret",
        "X-Name: Ren\xe9e's 100%\\n",
        "host: virtual.test",
      ]),
    );
  });

  it("makes the token of basic authentication from name and password", async () => {
    const secrets = { authentication: "päss w0rd".repeat(20) };
    const server = await serve(json("{}"));
    const authentication = { scheme: "basic", username: "ann" } as const;
    const { call, journal } = setUpCalls({ profile: { baseUrl: server.url, authentication }, secrets });
    const text = await curlOf(journal, null, (await call(LOOK_UP)).summary.id);
    const environment = { ...ENVIRONMENT, LINKDESK_USER: "ann", LINKDESK_KEY: secrets.authentication };
    const [sent] = server.requests;
    const header = sent?.headers.find(([name]) => name === "authorization");
    expect(after(shell(text, environment).words, "--header")).toContain(header?.join(": "));
  });

  // A replay is a call with a stranger's words in it: method, target, fields and body came from outside.
  it.each([
    ["a method that is a command", { method: "`id>&2;exit 7`" }],
    ["a method that joins commands", { method: "X|id&exit" }],
    ["a method that looks like an option", { method: "--output=x" }],
    ["a method with a quote", { method: "it's" }],
    ["a path that is a command", { path: "/$(exit 7)`exit 7`;exit 7" }],
    ["a path beyond ASCII", { path: "/caf\xe9\x9b2J" }],
    ["a target with another host", { path: "@elsewhere.example/x" }],
    ["a target for a proxy", { path: "http://elsewhere.example/x" }],
    ["a target that is a port", { path: ":1/x" }],
    ["a target that is a star", { path: "*" }],
    ["a field like an option, beyond ASCII", { headers: [["-n", "caf\xe9"] as const] }],
    ["a field of commands", { headers: [["x-a", "$(exit 7) `exit 7` ' \" ; & |"] as const] }],
  ])("gives the shell nothing to do but one call: %s", (_what, changes) => {
    const {
      method = "POST",
      path = "/webhooks",
      headers = [],
    } = changes as {
      method?: string;
      path?: string;
      headers?: readonly (readonly [string, string])[];
    };
    const command = callCommand(replayOf(method, path, headers), Buffer.from("{}"));
    expect(command).toMatch(/^[\n\x20-\x7e]+$/);
    const [bytes] = runBoth(`curl() { printf '%s\\0' "$@" >&3; }\n${command}`);
    const words = bytes.toString("latin1").split("\0").slice(0, -1);
    expect(after(words, "--request")).toEqual([method]);
    expect(after(words, "--header")).toEqual(headers.map(([name, value]) => `${name}: ${value}`));
    expect(after(words, "--data-binary")).toEqual(["{}"]);
    const target = after(words, "--request-target")[0];
    const address = words.at(-1) ?? "";
    // Wherever the target points: the call goes where the replay went.
    expect(address.slice(0, 22)).toBe("http://127.0.0.1:9999/");
    expect(target ?? address.slice(21)).toBe(path);
    // A fixed count of words: no text has become an argument of its own.
    expect(words).toHaveLength(2 + 2 + 2 + (target === undefined ? 0 : 2) + 2 * headers.length + 1);
  });

  it("has the body of a replay whatever its method", () => {
    const command = callCommand(replayOf("PUT", "/webhooks", []), Buffer.from("amount=1"));
    expect(after(shell(command).words, "--data-binary")).toEqual(["amount=1"]);
    expect(after(shell(callCommand(replayOf("PUT", "/", []), Buffer.alloc(0))).words, "--data-binary")).toEqual([]);
  });

  it("hides nothing of what is pasted: text that turns about or cannot be seen goes through base64", () => {
    for (const text of ["a\u202eb", "a\u200bb", "a\u2028b", "\u2066x"]) {
      const command = callCommand(replayOf("POST", "/", []), Buffer.from(text));
      expect(command).toMatch(/^[\n\x20-\x7e]+$/);
      expect(shell(command).input.toString("utf8")).toBe(text);
    }
  });

  it("is refused for what is gone", async () => {
    const { journal } = setUpCalls({});
    await expect(curlOf(journal, null, 7)).rejects.toMatchObject({ code: "no-request" });
  });

  it("reads on several lines, one option each", async () => {
    const { text } = await curlFor(CREDIT);
    expect(text.split(" \\\n  ").length).toBeGreaterThan(8);
    expect((await curlFor(LOOK_UP)).text).toMatch(/^curl --path-as-is \\\n {2}--globoff \\\n {2}--header/);
  });
});
