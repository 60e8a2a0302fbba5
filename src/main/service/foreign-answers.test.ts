import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { CREDIT, LOOK_UP, serveBytes, setUpCalls } from "../../../tests/support/calls.ts";
import { FOREIGN_ANSWERS, type ForeignAnswer } from "../../../tests/support/foreign-answers.ts";
import { type Outcome, outcome as outcomeSchema } from "../../shared/outcomes.ts";
import { explainOutcome } from "../../shared/text/explain-outcome.ts";
import { callStateOf } from "../runs/index.ts";
import { classify } from "./classify.ts";

function bytesOf(body: string): Uint8Array {
  if (body.startsWith("latin:")) return Buffer.from(body.slice(6), "latin1");
  if (body.startsWith("utf16:")) return Buffer.from(body.slice(6), "utf16le");
  return Buffer.from(body);
}

function outcomeOf({ status, body, type = "application/json", headers = [] }: ForeignAnswer): Outcome {
  const fields = type === "" ? headers : [["content-type", type] as const, ...headers];
  const head = { status, statusText: "", httpVersion: "1.1", headers: fields.map(([name, value]) => [name, value]) };
  return classify("credit", head as never, { bytes: bytesOf(body), problem: null }, "sent", 0).outcome;
}

describe("what is said of answers of other makes", () => {
  it("has at least a hundred and fifty of them", () => {
    expect(FOREIGN_ANSWERS.length).toBeGreaterThanOrEqual(150);
  });

  it.each(FOREIGN_ANSWERS.map((each) => [`${each.status} ${each.name}`, each] as const))("%s", (_, answer) => {
    const outcome = outcomeSchema.parse(outcomeOf(answer));
    const { tone, title, sentence, nextStep } = explainOutcome(outcome, "credit", { mode: "test" });
    const said = `${title} ${sentence} ${nextStep}`;
    for (const words of answer.says ?? []) expect(said).toContain(words);
    for (const words of answer.not ?? []) expect(said).not.toContain(words);
    if (answer.fields !== undefined) {
      const errors = "errors" in outcome ? Object.keys(outcome.errors) : [];
      expect(errors.toSorted()).toEqual(answer.fields.toSorted());
    }
    const state = callStateOf(outcome);
    expect(state).toBe(answer.state);
    // Answer and run say the same: where nobody can know, both say so, and only there.
    expect(sentence.includes("may have acted")).toBe(state === "unclear");
    expect(nextStep.startsWith("Look for its webhook")).toBe(state === "unclear");
    // What is not success is never green, and what is refused is no success.
    if (tone === "good") expect(outcome.code).toBe("success");
    expect(said).not.toMatch(/accepted the call|undefined|\[object/);
    const spoke = outcome.code === "status" && (outcome.message !== null || Object.keys(outcome.errors).length > 0);
    if (spoke) expect(said).not.toContain("without saying");
  });

  // Whatever a body says, and whatever status it stands under: what no answer of that status can make true.
  const bodies = [...new Map(FOREIGN_ANSWERS.map((each) => [`${each.type}${each.body}`, each])).values()];
  it.each([
    200, 201, 202, 206, 304, 400, 401, 402, 403, 404, 405, 406, 409, 413, 415, 422, 429, 499, 500, 502, 503, 504, 599,
    999,
  ])("nothing false is said of any body under %i", (status) => {
    for (const each of bodies) {
      const outcome = outcomeSchema.parse(outcomeOf({ ...each, status, headers: [] }));
      const { tone, title, sentence, nextStep } = explainOutcome(outcome, "credit", { mode: "test" });
      const said = `${title} ${sentence} ${nextStep}`;
      const state = callStateOf(outcome);
      const of = `${each.name} under ${status}: ${said}`;
      const wanted =
        status >= 500 || (status >= 300 && status < 400)
          ? ["unclear"]
          : status >= 400
            ? ["refused"]
            : ["accepted", "unclear"];
      expect(wanted, of).toContain(state);
      expect(sentence.includes("may have acted"), of).toBe(state === "unclear");
      expect(nextStep.startsWith("Look for its webhook"), of).toBe(state === "unclear");
      expect(tone === "good", of).toBe(outcome.code === "success");
      // A status is never told as another one, and nothing is asserted of keys, modes and limits that nobody knows.
      if (status >= 300) expect(said, of).toContain(String(status));
      expect(said, of).not.toMatch(/knows who is calling|takes this call for a live one|undefined|\[object|NaN/);
      const spoke = outcome.code === "status" && (outcome.message || Object.keys(outcome.errors).length > 0);
      if (spoke) expect(said, of).not.toContain("without saying");
    }
  });

  it("a look-up says nothing of having acted", () => {
    for (const answer of FOREIGN_ANSWERS) {
      const { sentence, nextStep } = explainOutcome(outcomeOf(answer), "link");
      expect(`${sentence} ${nextStep}`).not.toMatch(/may have acted|its webhook/);
    }
  });

  it.each([
    ["nesting", "[".repeat(20_000) + "]".repeat(20_000)],
    ["nested errors", '{"errors":'.repeat(20_000) + "1" + "}".repeat(20_000)],
    [
      "many fields",
      JSON.stringify({ errors: Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`f${at}`, ["x"]])) }),
    ],
    [
      "many errors",
      JSON.stringify({ errors: Array.from({ length: 60_000 }, (_, at) => ({ field: `f${at}`, message: "x" })) }),
    ],
    ["many members", JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, at])))],
    ["open brackets", "<".repeat(2_000_000)],
    ["entities", `<title>${"&amp".repeat(500_000)}`],
    ["white space", `${" ".repeat(1_000_000)}x`],
  ])("stays small with %s", (_, body) => {
    for (const status of [200, 422]) {
      const outcome = outcomeOf({ name: "", status, body, type: "", state: "refused" });
      expect(JSON.stringify(outcome).length).toBeLessThan(80_000);
    }
  });
});

/** Bytes of a whole answer, or of what came of one before its connection was closed. */
interface Wire {
  readonly name: string;
  readonly bytes: string | ((socket: Socket) => void);
  readonly says: readonly string[];
  readonly not?: readonly string[];
  readonly state: "accepted" | "unclear" | "refused";
}

const head = (status: string, ...fields: string[]) =>
  ["HTTP/1.1 " + status, ...fields, "Connection: close", "", ""].join("\r\n");
const JSON_FIELD = "Content-Type: application/json";
const REFUSAL = '{"message":"Customer is unknown"}';
const waiting = (status: string, after: string) =>
  `${head(status, JSON_FIELD, `Retry-After: ${after}`, `Content-Length: ${REFUSAL.length}`)}${REFUSAL}`;
const broken = (status: string, body: string, ...fields: string[]) =>
  head(status, JSON_FIELD, `Content-Length: ${body.length + 20}`, ...fields) + body;

const WIRES: readonly Wire[] = [
  {
    name: "200, cut off",
    bytes: broken("200 OK", '{"message":"test complete"}'),
    says: ["status 200"],
    not: ["accepted", "Test complete"],
    state: "unclear",
  },
  { name: "201, cut off", bytes: broken("201 Created", '{"mess'), says: ["status 201"], state: "unclear" },
  {
    name: "400, cut off",
    bytes: broken("400 Bad Request", REFUSAL),
    says: ["status 400"],
    not: ["without saying"],
    state: "unclear",
  },
  {
    name: "422, cut off",
    bytes: broken("422 X", '{"message":"amo'),
    says: ["status 422"],
    not: ["without saying"],
    state: "unclear",
  },
  { name: "500, cut off", bytes: broken("500 X", ""), says: ["status 500"], state: "unclear" },
  { name: "503, cut off", bytes: broken("503 X", "", "Retry-After: 5"), says: ["status 503"], state: "unclear" },
  {
    name: "200, chunks that do not end",
    bytes: head("200 OK", JSON_FIELD, "Transfer-Encoding: chunked") + '5\r\n{"a":\r\n',
    says: ["status 200"],
    state: "unclear",
  },
  {
    name: "chunks that are none",
    bytes: head("200 OK", JSON_FIELD, "Transfer-Encoding: chunked") + "zz\r\n",
    says: ["status 200"],
    state: "unclear",
  },
  {
    name: "a head that does not end",
    bytes: "HTTP/1.1 200 OK\r\nContent-Ty",
    says: [],
    not: ["status 200", "accepted"],
    state: "unclear",
  },
  { name: "nothing at all", bytes: "", says: [], not: ["accepted"], state: "unclear" },
  { name: "no HTTP", bytes: "SSH-2.0-OpenSSH_9.6\r\n", says: ["not HTTP"], state: "unclear" },
  {
    name: "two lengths",
    bytes: head("200 OK", "Content-Length: 2", "Content-Length: 3") + "{}x",
    says: [],
    state: "unclear",
  },
  {
    name: "200, too long",
    bytes: (socket) => flood(socket, "200 OK"),
    says: ["10 MiB", "status 200"],
    not: ["accepted"],
    state: "unclear",
  },
  {
    name: "422, too long",
    bytes: (socket) => flood(socket, "422 X"),
    says: ["10 MiB", "status 422"],
    not: ["without saying"],
    state: "unclear",
  },
  {
    name: "500, too long",
    bytes: (socket) => flood(socket, "500 X"),
    says: ["10 MiB", "status 500"],
    state: "unclear",
  },
  {
    name: "200, compressed and damaged",
    bytes: head("200 OK", JSON_FIELD, "Content-Encoding: gzip", "Content-Length: 4") + "abcd",
    says: ["(200)"],
    not: ["accepted"],
    state: "unclear",
  },
  {
    name: "422, compressed and damaged",
    bytes: head("422 X", JSON_FIELD, "Content-Encoding: gzip", "Content-Length: 4") + "abcd",
    says: ["(422)", "cannot be read"],
    not: ["without saying"],
    state: "refused",
  },
  {
    name: "204",
    bytes: head("204 No Content"),
    says: ["Success without an answer", "204"],
    not: ["accepted"],
    state: "unclear",
  },
  { name: "304", bytes: head("304 Not Modified"), says: ["nothing has changed"], not: ["points"], state: "unclear" },
  {
    name: "300 with a list",
    bytes: head("300 Multiple Choices", "Content-Length: 0"),
    says: ["300"],
    not: ["accepted"],
    state: "unclear",
  },
  {
    name: "302 without Location",
    bytes: head("302 Found", "Content-Length: 0"),
    says: ["without saying where", "302"],
    not: ["points to"],
    state: "unclear",
  },
  {
    name: "301 without Location",
    bytes: head("301 Moved", "Content-Length: 0"),
    says: ["without saying where", "301"],
    state: "refused",
  },
  {
    name: "303 to a page",
    bytes: head("303 See Other", "Location: /done", "Content-Length: 0"),
    says: ["/done", "not sent a second time"],
    state: "unclear",
  },
  {
    name: "308 elsewhere",
    bytes: head("308 X", "Location: https://other.example.test/", "Content-Length: 0"),
    says: ["other.example.test"],
    state: "refused",
  },
  {
    name: "100 before the answer",
    bytes: `HTTP/1.1 100 Continue\r\n\r\n${head("200 OK", JSON_FIELD, "Content-Length: 27")}{"message":"test complete"}`,
    says: ["Test complete"],
    state: "accepted",
  },
  {
    name: "429, no wait",
    bytes: waiting("429 X", "0"),
    says: ["Customer is unknown"],
    not: ["wait 0"],
    state: "refused",
  },
  {
    name: "429, negative",
    bytes: waiting("429 X", "-30"),
    says: ["did not say for how long"],
    not: ["-30", "wait 30"],
    state: "refused",
  },
  { name: "429, without end", bytes: waiting("429 X", "999999999"), says: ["hardly meant"], state: "refused" },
  {
    name: "429, beyond all numbers",
    bytes: waiting("429 X", "9".repeat(40)),
    says: [],
    not: ["Infinity", "NaN", "e+"],
    state: "refused",
  },
  {
    name: "429, a date gone by",
    bytes: waiting("429 X", "Wed, 21 Oct 2015 07:28:00 GMT"),
    says: ["no wait"],
    state: "refused",
  },
  {
    name: "429, a date far off",
    bytes: waiting("429 X", "Fri, 31 Dec 9999 23:59:59 GMT"),
    says: ["hardly meant"],
    state: "refused",
  },
  {
    name: "503, a date",
    bytes: waiting("503 X", "Fri, 31 Dec 9999 23:59:59 GMT"),
    says: ["hardly meant"],
    state: "unclear",
  },
  {
    name: "429, words",
    bytes: waiting("429 X", "in a while"),
    says: ["did not say for how long"],
    not: ["in a while"],
    state: "refused",
  },
];

function flood(socket: Socket, status: string): void {
  socket.write(head(status, JSON_FIELD, "Content-Length: 11000000"));
  socket.end(" ".repeat(11_000_000));
}

describe("what is said of answers that are more than status and body, as they come over the wire", () => {
  it.each(WIRES.map((each) => [each.name, each] as const))("%s", async (_, { bytes, says, not = [], state }) => {
    const server = await serveBytes((socket) => {
      socket.on("error", () => undefined);
      if (typeof bytes === "string") socket.end(bytes, "latin1");
      else bytes(socket);
    });
    const profile = { baseUrl: `http://127.0.0.1:${server.port}`, timeouts: { connectMs: 5_000, totalMs: 20_000 } };
    const { outcome } = (await setUpCalls({ profile }).call(CREDIT)).summary;
    if (outcome === null) throw new Error("The call has no outcome.");
    const { tone, title, sentence, nextStep } = explainOutcome(outcome, "credit", { mode: "test" });
    const said = `${title} ${sentence} ${nextStep}`;
    for (const words of says) expect(said).toContain(words);
    for (const words of [...not, "undefined", "NaN"]) expect(said).not.toContain(words);
    expect([callStateOf(outcome), said]).toEqual([state, said]);
    expect([sentence.includes("may have acted"), said]).toEqual([state === "unclear", said]);
    expect([nextStep.startsWith("Look for its webhook"), said]).toEqual([state === "unclear", said]);
    if (tone === "good") expect(state).toBe("accepted");

    const looked = (await setUpCalls({ profile }).call(LOOK_UP)).summary.outcome;
    if (looked === null) throw new Error("The look-up has no outcome.");
    const words = explainOutcome(looked, "link");
    expect(`${words.sentence} ${words.nextStep}`).not.toMatch(/may have acted|its webhook/);
  });
});
