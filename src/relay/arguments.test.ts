import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { HELP, options, readCommand } from "./arguments.ts";

const PAPER = readFileSync(new URL("../../docs/relay.md", import.meta.url), "utf8");

/** The command lines of the paper that runs a team from nothing, behind the program's name. */
const COMMANDS = PAPER.replaceAll("\\\n", " ")
  .split("\n")
  .flatMap((line) => /^(?:npm run relay --|docker compose .*linkdesk-relay\.mjs) (.+)$/.exec(line)?.[1] ?? [])
  .map((text) => [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ""));

it("understands every command that docs/relay.md asks for", () => {
  expect(COMMANDS.length).toBeGreaterThan(9);
  const found = COMMANDS.map((argv) => readCommand(argv));
  expect(found.filter((command) => command.do === "help")).toEqual([]);
  expect(new Set(found.map((command) => command.do))).toEqual(
    new Set(["run", "inbox add", "inbox change", "inbox remove", "member add", "list", "revoke"]),
  );
  expect(readCommand(["revoke", "ada"])).toMatchObject({ do: "revoke", name: "ada" });
});

it.each([
  [["revoke"], "takes one name"],
  [["revoke", "ada", "tunde"], "takes one name"],
  [["member", "add"], "takes one name"],
  [["inbox", "paint", "x"], "is not known"],
  [["--replicas", "2"], "takes 1, 3 or 5"],
  [["--port", "many"], "takes a whole number"],
  [["--tls-cert", "a.pem"], "belong together"],
  [["--nats-monitor", "nowhere"], "takes http addresses"],
  [["--unheard-of"], "unheard-of"],
])("says what is wrong with %j", (argv, problem) => {
  expect(readCommand(argv)).toMatchObject({ do: "help", problem: expect.stringContaining(problem) as string });
});

it("says of every option what it is for, what it takes, and what counts otherwise, in a line that a terminal holds", () => {
  for (const option of Object.keys(options.shape)) expect(HELP).toMatch(new RegExp(`^ {2}--${option} .*[a-z]`, "m"));
  expect(HELP).toContain("\n  --keep-days N           how long webhooks are kept (30; 0 without end)\n");
  expect(HELP).toContain(
    "\n  --trust-proxy LIST      addresses and networks whose X-Forwarded-For is believed (127.0.0.1,::1)\n",
  );
  expect(HELP).toMatch(/^ {2}--require-durable {7}does not start .* 2xx$/m);
  expect(HELP.match(/--keep-days N /g)).toHaveLength(2);
  expect(Math.max(...HELP.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
});

it("counts as given what is said to count otherwise", () => {
  const { data, port, inbox, "trust-proxy": trusted, "require-durable": durable } = options.parse({});
  expect(readCommand([])).toEqual({ do: "run", options: options.parse({}) });
  expect({ data, port, inbox, trusted, durable }).toEqual({
    data: "relay-data",
    port: 8790,
    inbox: [],
    trusted: ["127.0.0.1", "::1"],
    durable: false,
  });
  expect(readCommand(["member", "add", "ada", "--inbox", "a", "--inbox", "b", "--require-durable"])).toMatchObject({
    options: { inbox: ["a", "b"], "require-durable": true },
  });
});
