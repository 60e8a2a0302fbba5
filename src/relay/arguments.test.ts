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

it("says of every option what it is for", () => {
  for (const option of Object.keys(options.shape)) expect(HELP).toContain(` --${option} `);
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
