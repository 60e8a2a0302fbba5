import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

// The table of inputs in SECURITY.md names bounds. Each number in it is held here against the constant that it comes from,
// so that neither can be changed without the other; a number that nobody accounts for fails as well.

const table = readFileSync("SECURITY.md", "utf8").split("## Inputs and their bounds")[1]?.split("\n## ")[0] ?? "";
const rows = new Map(
  table
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (?:input|-)/.test(line))
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()))
    .map(([name = "", ...cells]) => [name, cells.slice(0, 3).join(" | ")]),
);

/** A constant of a source file, as the number that it comes to; `which` is its name, or what stands before its value. */
function constant(file: string, which: string): number {
  const source = readFileSync(file, "utf8");
  const name = which.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const value = new RegExp(`(?:^|[^\\w])${name}(?::[^=\\n]*=| =|:|\\()\\s*((?:\\d|MEBIBYTE)[\\w *]*)`, "m").exec(
    source,
  )?.[1];
  if (value === undefined) throw new Error(`There is no ${which} in ${file}.`);
  return value
    .split("*")
    .map((factor) => (factor.trim() === "MEBIBYTE" ? 1_048_576 : Number(factor.replaceAll("_", ""))))
    .reduce((product, factor) => product * factor, 1);
}

const KIB = 1_024;
const MIB = KIB * KIB;
const LIMITS = "src/main/listener/limits.ts";
const PACE = "src/main/address/timing.ts";

/** Of each input: what the table says, with the number as `#`, the constant, and what one of the table's units is. */
const BOUNDS: Readonly<Record<string, readonly (readonly [string, string, string, number])[]>> = {
  "a webhook": [
    ["head # KiB", LIMITS, "headBytes", KIB],
    ["# fields", LIMITS, "headerFields", 1],
    ["# s for a head", LIMITS, "headTimeoutMs", 1_000],
    ["# s for all", LIMITS, "requestTimeoutMs", 1_000],
    ["# MiB for all that is not committed", LIMITS, "bytesInFlight", MIB],
    ["a text beyond # characters", "src/main/payload/tree.ts", "TEXT_AT_MOST", 1],
  ],
  "a compressed body": [
    ["decodes to # MiB at most", "src/main/payload/decode.ts", "DECODED_AT_MOST", MIB],
    ["# layers", "src/main/payload/content-encoding.ts", "MAX_CODINGS", 1],
    ["# zstd frames", "src/main/payload/decode.ts", "ZSTD_FRAMES_AT_MOST", 1],
  ],
  "an answer of the service": [
    ["head # KiB", "src/main/network/answer.ts", "MAX_HEAD_BYTES", KIB],
    ["body # MiB", "src/main/service/answer.ts", "MAX_ANSWER_BYTES", MIB],
    ["over # redirects", "src/main/service/follow-redirects.ts", "MAX_HOPS", 1],
  ],
  "a body in an export": [
    ["decodes to # MiB at most", "src/main/payload/decode.ts", "DECODED_AT_MOST", MIB],
    ["# values, tags, objects and lists", "src/main/evidence/redaction/body-text.ts", "STEPS_AT_MOST", 1],
    ["# levels", "src/main/evidence/redaction/body-text.ts", "DEPTH_AT_MOST", 1],
    ["# places in a text", "src/main/evidence/redaction/kinds.ts", "SPOTTED_AT_MOST", 1],
  ],
  "a request from outside": [["# rows", "src/main/listener/outsider-limit.ts", "AT_ONCE", 1]],
  "what a tunnel says: a program's output, an SSH session's": [
    ["the last # lines", "src/main/address/tunnel-output.ts", "LINES", 1],
    ["# characters of each", "src/main/address/tunnel-output.ts", "CHARACTERS", 1],
    ["without an end # characters", "src/main/address/tunnel-output.ts", "RAW_CHARACTERS", 1],
  ],
  "an SSH server's answers": [
    ["# s until it lets us in", "src/main/address/ssh/ssh-way.ts", "HANDSHAKE_MS", 1_000],
    ["# s apart", "src/main/address/ssh/ssh-way.ts", "KEEPALIVE_MS", 1_000],
  ],
  "a tunnel program's own page on this machine": [
    ["# KiB", "src/main/address/programs/local-api.ts", "MAX_BYTES", KIB],
    ["# s, every half second", "src/main/address/programs/local-api.ts", "TIMEOUT_MS", 1_000],
  ],
  "an answer to a proof of life": [
    ["# KiB", "src/main/address/proof.ts", "ANSWER_BYTES", KIB],
    ["# s; after sleep", PACE, "proofMs", 1_000],
    ["after sleep # s", PACE, "wakeProofMs", 1_000],
  ],
  "an answer to a replay": [["# s", "src/main/redelivery/replay.ts", "totalMs", 1_000]],
  "an answer to a forward": [
    ["# KiB of it", "src/main/redelivery/forward.ts", "maxAnswerBytes", KIB],
    ["# s, one forward", "src/main/redelivery/forward.ts", "totalMs", 1_000],
    ["# waiting", "src/main/redelivery/forward.ts", "MOST_WAITING", 1],
  ],
  "masking of secrets in any of these": [["slices of # KiB", "src/main/redactor/redactor.ts", "SLICE_BYTES", KIB]],
  "a logo": [
    ["# MiB", "src/main/logos/index.ts", "MAX_BYTES", MIB],
    ["a drawing # KiB", "src/main/logos/image.ts", "SVG_BYTES", KIB],
    ["# pixels", "src/main/logos/image.ts", "LONGEST_SIDE", 1],
    ["plain shapes only, # of them", "src/main/logos/image.ts", "SVG_ELEMENTS", 1],
    ["# levels", "src/main/logos/image.ts", "SVG_DEPTH", 1],
    ["# kept in the window", "src/renderer/features/link-picture/picture/logo-image.ts", "MOST_LOGOS", 1],
    ["# s, three redirects", "src/main/logos/index.ts", "MAX_MS", 1_000],
  ],
  "an import": [
    ["# MB", "src/shared/transfer-file.ts", "PROFILES_FILE_LIMIT", 1e6],
    ["# profiles", "src/main/settings/transfer.ts", "PROFILES_AT_MOST", 1],
  ],
  "an opened file": [
    ["# GiB", "src/shared/case-file.ts", "OPENED_FILE_LIMIT", KIB * MIB],
    ["# MiB for an entry or a line", "src/main/evidence/opening/lines.ts", "LONGEST_LINE", MIB],
    ["and # values", "src/shared/json/parse.ts", "VALUES_AT_MOST", 1],
    ["# tags", "src/shared/events.ts", "MAX_TAGS", 1],
    ["# parts", "src/main/evidence/case/read-zip.ts", "ENTRIES_AT_MOST", 1],
  ],
  "an answer script": [
    [
      "# steps, 50 header fields",
      "src/shared/answer-script.ts",
      'z.array(answerStep).min(1, "A script has one step at least.").max',
      1,
    ],
  ],
  "a playbook's file, and what its steps look at": [
    ["# MB; an answer", "src/shared/playbook.ts", "PLAYBOOK_FILE_LIMIT", 1e6],
    ["an answer # MB", "src/main/playbooks/call-facts.ts", "ANSWER_AT_MOST", 1e6],
    ["paths of # steps", "src/main/playbooks/call-facts.ts", "STEPS_AT_MOST", 1],
  ],
  "a body on its way to the window": [["# MiB", "src/main/assets/body-shelf.ts", "KEPT_BYTES", MIB]],
  "a text to be found in a body": [
    ["# characters", "src/renderer/features/http-message/view/find.ts", "LONGEST_QUERY", 1],
  ],
  "settings and vault files": [
    ["# MiB", "src/main/settings/store.ts", "FILE_BYTES_AT_MOST", MIB],
    ["# values", "src/shared/json/parse.ts", "VALUES_AT_MOST", 1],
  ],
  "an invitation, and what a relay says to a desktop": [
    ["an invitation # characters", "src/shared/contract/inbox.ts", "invitation: z.string().max", 1],
    ["a message # MiB", "src/shared/relay.ts", "HEARD_BYTES", MIB],
    ["# inboxes in all", "src/shared/inbox.ts", "INBOXES_AT_MOST", 1],
    ["heartbeats # s", "src/shared/relay.ts", "heartbeatMs: z.int().min", 1_000],
    ["to # s apart", "src/shared/relay.ts", "heartbeatMs: z.int().min(1_000).max", 1_000],
  ],
  "what a desktop says to a relay, and who comes to it": [
    ["a message # KiB", "src/shared/relay.ts", "SAID_BYTES", KIB],
    ["# messages", "src/relay/delivery/members.ts", "WORDS = { perSecond", 1],
    ["# connections a second", "src/relay/delivery/members.ts", "TRIES = { perSecond", 1],
  ],
  "a command line, what is named on it, and standard input": [
    ["a playbook # MB", "src/shared/playbook.ts", "PLAYBOOK_FILE_LIMIT", 1e6],
    ["a table # MB", "src/cli/commands.ts", "TABLE_LIMIT", 1e6],
    ["profiles # MB", "src/shared/transfer-file.ts", "PROFILES_FILE_LIMIT", 1e6],
    ["secrets # MB", "src/cli/program.ts", "SECRETS_LIMIT", 1e6],
  ],
  "a filter": [["pieces of # KiB", "src/main/journal/search/haystack.ts", "PIECE_BYTES", KIB]],
  "a field, typed or pasted": [["of it, #", "src/main/settings/form-memory.ts", "LENGTH_AT_MOST", 1]],
};

describe("the bounds in the table of inputs", () => {
  test("are those of inputs that are in it", () => {
    expect(Object.keys(BOUNDS).filter((name) => !rows.has(name))).toEqual([]);
  });

  test.each(Object.entries(BOUNDS))("%s: each number is that of the program", (name, bounds) => {
    for (const [phrase, file, which, unit] of bounds) {
      const number = (constant(file, which) / unit).toLocaleString("en-US");
      expect(rows.get(name), `${which} of ${file}`).toContain(phrase.replace("#", number));
    }
  });
});
