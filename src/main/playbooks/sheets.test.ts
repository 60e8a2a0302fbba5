import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { type ForeignService, startForeignService } from "../../../tests/support/foreign-service.ts";
import { opposite } from "../../../tests/support/opposite.ts";
import { startProgram } from "../../../tests/support/program.ts";
import { type Playbook, type PlaybookStep } from "../../shared/playbook.ts";
import { type PlaybookResult, type ResultLine, resultState } from "../../shared/playbook-result.ts";
import { NEW_PROFILE, SANDBOX_PROFILE_ID } from "../../shared/profile.ts";
import { DEFAULT_RUN_SETTINGS } from "../../shared/run.ts";
import { DEFAULT_SANDBOX_BEHAVIOUR, type SandboxBehaviour } from "../../shared/sandbox.ts";
import { csvSheet, junitSheet, stepSheet } from "./sheet.ts";

/**
 * One playbook that says that all is well, against everything that can be wrong: its sheet has to say exactly what was
 * wrong. A letter for each line, in this order: the call succeeds, status 200, a webhook came, the verdict is matched, the
 * amount is right, the currency is right, the signature is valid; then what nobody listed.
 */
const LETTERS: Readonly<Record<ResultLine["state"], string>> = {
  passed: "p",
  failed: "f",
  "could-not-run": "c",
  skipped: "s",
  unsure: "u",
};

/** Long beside what a webhook takes on a machine that is busy with other tests. */
const WITHIN_MS = 4_000;

function playbookOf(amount: string, userReference: string, bend: PlaybookStep | null): Playbook {
  const call: PlaybookStep = {
    does: "call",
    id: "call",
    off: false,
    action: { operation: "credit", body: { amount, currency: "NGN", userReference } },
    expect: [
      { about: "outcome", is: "success" },
      { about: "status", oneOf: [200] },
      { about: "webhooks", how: "at-least", count: 1, withinMs: WITHIN_MS },
      { about: "verdict", is: "matched" },
      { about: "said", value: "amount", check: { is: "equals", value: amount } },
      { about: "said", value: "currency", check: { is: "equals", value: "NGN" } },
      { about: "signature", is: "valid" },
    ],
  };
  const steps = bend === null ? [call] : [bend, call];
  return { format: "linkdesk-playbook", version: 1, name: "All is well", about: "", parameters: [], steps };
}

const QUICK = { ...DEFAULT_SANDBOX_BEHAVIOUR, webhookDelayMs: 50 };
/** Faults come from a step of the playbook. */
const NO_FAULT = { answerFault: "none", webhookFault: "none" } as const;

interface Case {
  readonly name: string;
  /** What the sheet says, a letter for each line. */
  readonly says: string;
  readonly sandbox?: Partial<SandboxBehaviour>;
  /** How the service answers, and which webhooks it sends. */
  readonly foreign?: (amount: string, service: Foreign) => void;
}

interface Foreign {
  readonly response: ServerResponse;
  readonly answer: (status: number, body: string, type?: string) => void;
  readonly send: (body: string) => void;
}

const sandbox = (name: string, behaviour: Partial<SandboxBehaviour>, says: string): Case => ({
  name,
  sandbox: behaviour,
  says,
});
const foreign = (name: string, does: NonNullable<Case["foreign"]>, says: string): Case => ({
  name,
  foreign: does,
  says,
});

/** A wrong amount is the call's own beyond doubt only where nobody else waits for that person's. */
function personOf({ sandbox: behaviour }: Case, amount: string): string {
  if (behaviour === undefined) return `ref_${amount}`;
  return behaviour.webhookFault === "wrong-amount" ? "ref_tunde" : "ref_mai";
}

/** The documented shape, written by another hand. */
function transaction(amount: string, changed: Readonly<Record<string, string>> = {}, person = amount): string {
  const members: Readonly<Record<string, string>> = {
    id: JSON.stringify(randomUUID()),
    remark: '"-"',
    amount,
    currency: '"NGN"',
    charge: "0",
    type: '"peer"',
    refund: "false",
    channel: '"send"',
    status: '"success"',
    mode: '"credit"',
    reference: JSON.stringify(randomUUID()),
    meta: "{}",
    created_at: '"2026-11-22T10:00:00Z"',
    updated_at: '"2026-11-22T10:00:00Z"',
    user: `{"reference":"ref_${person}","identifier":"mai","identifier_type":"msisdn"}`,
    peer: '{"user":{"name":"N","identifier":"n","identifier_type":"email"},"business":{"name":"B"}}',
    ...changed,
  };
  const text = Object.entries(members).map(([name, value]) => `"${name}": ${value}`);
  return `{ "type": "transaction", "transaction": { ${text.join(", ")} } }`;
}

const OK = '{"message":"test complete"}';
const fine = ({ answer }: Foreign): void => answer(200, OK);

const CASES: readonly Case[] = [
  sandbox("nothing is wrong", {}, "ppppppp"),
  sandbox("event shape", { creditShape: "event" }, "ppppppp"),
  sandbox("webhook dropped", { webhookFault: "dropped" }, "ppfffff"),
  sandbox("webhook late", { webhookFault: "late", lateDelayMs: WITHIN_MS + 2_500 }, "ppfffff"),
  sandbox("webhook twice", { webhookFault: "twice" }, "pppfppp"),
  sandbox("wrong signature", { webhookFault: "wrong-signature" }, "pppfppf"),
  sandbox("no signature", { webhookFault: "no-signature" }, "pppfppf"),
  sandbox("wrong amount", { webhookFault: "wrong-amount" }, "pppffpp"),
  ...(["401", "403", "404", "406", "422", "429"] as const).map((status) =>
    sandbox(`answer ${status}`, { answerFault: status }, "fffffff"),
  ),
  ...(["500", "503"] as const).map((status) => sandbox(`answer ${status}`, { answerFault: status }, "fffffff")),
  sandbox("answer is no JSON", { answerFault: "malformed-json" }, "ccppppp"),
  sandbox("answer of another shape", { answerFault: "other-shape" }, "upppppp"),
  sandbox("answer with another message", { answerFault: "other-message" }, "ufppppp"),
  sandbox("connection reset", { answerFault: "reset" }, "ccfffff"),

  foreign("nothing is wrong", (amount, each) => (fine(each), each.send(transaction(amount))), "ppppppc"),
  foreign("webhook before the answer", (amount, each) => (each.send(transaction(amount)), fine(each)), "ppppppc"),
  foreign("answer 201", (amount, each) => (each.answer(201, OK), each.send(transaction(amount))), "pfppppc"),
  foreign("no webhook", (_, each) => fine(each), "ppfffff"),
  foreign("wrong amount", (amount, each) => (fine(each), each.send(transaction(`${amount}1`, {}, amount))), "pppffpc"),
  foreign(
    // The service's are whole units: with decimals it may be a hundredth of what it says.
    "amount with decimals",
    (amount, each) => (fine(each), each.send(transaction(`${amount}.00`, {}, amount))),
    "ppuuuuu",
  ),
  foreign(
    "wrong currency",
    (amount, each) => (fine(each), each.send(transaction(amount, { currency: '"KES"' }))),
    "pppfpfc",
  ),
  foreign(
    "payment failed",
    (amount, each) => (fine(each), each.send(transaction(amount, { status: '"failed"' }))),
    "pppfppc",
  ),
  foreign(
    "payment pending",
    (amount, each) => (fine(each), each.send(transaction(amount, { status: '"pending"' }))),
    "ppuuuuu",
  ),
  foreign("a refund", (amount, each) => (fine(each), each.send(transaction(amount, { refund: "true" }))), "pppfppc"),
  foreign(
    "two webhooks",
    (amount, each) => (fine(each), each.send(transaction(amount)), each.send(transaction(amount))),
    "pppfppc",
  ),
  foreign(
    "somebody else's webhook",
    (amount, each) => (
      fine(each),
      each.send(transaction(amount, { user: '{"reference":"ref_ada","identifier":"a","identifier_type":"msisdn"}' }))
    ),
    "pppfppc",
  ),
  foreign("a webhook that is no JSON", (_, each) => (fine(each), each.send("hello")), "ppuuuuu"),
  foreign(
    "a webhook that broke off",
    (amount, each) => (fine(each), each.send(transaction(amount).slice(0, -40))),
    "ppuuuuu",
  ),
  foreign(
    "a kind that nobody has confirmed",
    (amount, each) => (
      fine(each), each.send(`{"kind":"topped_up","sum":{"value":"${amount}","code":"NGN"},"holder":"ref_${amount}"}`)
    ),
    "ppuuuuu",
  ),
  foreign("answer 400", (_, each) => each.answer(400, '{"error":"bad"}'), "fffffff"),
  foreign("answer 401 as a page", (_, each) => each.answer(401, "<h1>no</h1>", "text/html"), "fffffff"),
  foreign(
    "answer 500, and the webhook comes",
    (amount, each) => (each.answer(500, "{}"), each.send(transaction(amount))),
    "ffppppc",
  ),
  foreign(
    "answer 200 as a page",
    (amount, each) => (each.answer(200, "<h1>ok</h1>", "text/html"), each.send(transaction(amount))),
    "ccppppc",
  ),
  foreign(
    "answer 200 without a body",
    (amount, each) => (each.answer(200, ""), each.send(transaction(amount))),
    "ccppppc",
  ),
  foreign(
    "answer 302",
    (_, each) => (each.response.setHeader("location", "/elsewhere"), each.answer(302, "")),
    "fffffff",
  ),
  foreign("hung up before an answer", (_, { response }) => response.destroy(), "ccfffff"),
  foreign(
    "hung up within the answer",
    (_, { response }) =>
      void response.writeHead(200, { "content-length": "100" }).write('{"mess', () => response.destroy()),
    "ccfffff",
  ),
];

async function lane(cases: readonly Case[], first: number): Promise<readonly (readonly [string, string, string])[]> {
  const { parts, settings, run } = await startProgram();
  const service: ForeignService = await startForeignService();
  onTestFinished(() => service.close());
  const { id: _, ...draft } = settings.profiles.selected();
  const runs = { ...DEFAULT_RUN_SETTINGS, limitMs: WITHIN_MS };
  await settings.profiles.update(SANDBOX_PROFILE_ID, { ...draft, runs });
  const other = await settings.profiles.create({
    ...NEW_PROFILE,
    name: "Foreign",
    mode: "test",
    baseUrl: service.origin,
    authentication: { scheme: "none" },
    runs,
  });
  const url = parts.listener.status().url ?? "";
  // Everything is loaded and has been used once before time counts.
  const action = {
    operation: "credit",
    body: { amount: String(first + 1), currency: "NGN", userReference: "ref_ada" },
  } as const;
  const warm = await parts.service.send({ requestId: "warm", profileId: SANDBOX_PROFILE_ID, action });
  await expect.poll(async () => (await parts.runs.get(warm.summary.id)).ties.length).toBe(1);
  /** What is green turns red when the opposite is expected of the same. */
  async function turnedAbout({ head: { playbook }, steps }: PlaybookResult): Promise<void> {
    const step = playbook.steps.at(-1);
    const done = steps.at(-1);
    if (step?.does !== "call" || done == null || done.callId === null) return;
    const turned = { ...playbook, steps: [{ ...step, expect: step.expect.map(opposite) }] };
    const calls = [{ stepId: step.id, callId: done.callId }];
    const [after] = (await parts.playbooks.handlers.preview({ playbook: turned, calls, values: {} })).steps;
    for (const [place, { state, expected }] of done.lines.entries())
      if (state === "passed") expect([expected, after?.lines[place]?.state]).toEqual([expected, "failed"]);
  }

  const told: (readonly [string, string, string])[] = [];
  for (const [place, each] of cases.entries()) {
    const amount = String(9_000 + 7 * (first + place));
    settings.profiles.select(each.sandbox === undefined ? other.profile.id : SANDBOX_PROFILE_ID);
    if (each.sandbox !== undefined)
      parts.sandbox.configure({ ...settings.sandbox.get(), behaviour: { ...QUICK, ...each.sandbox, ...NO_FAULT } });
    service.answerWith((response) =>
      each.foreign?.(amount, {
        response,
        answer: (status, body, type = "application/json") =>
          void response.writeHead(status, { "content-type": type }).end(body),
        send: (body) => void service.sendWebhook(url, body),
      }),
    );
    const { answerFault = "none", webhookFault = "none" } = each.sandbox ?? {};
    const bend: PlaybookStep = { does: "sandbox", id: "bend", off: false, answerFault, webhookFault };
    const result = await run(playbookOf(amount, personOf(each, amount), each.sandbox === undefined ? null : bend));
    const lines = result.steps.flatMap((step) => step.lines);
    const letters = lines.map(({ state }) => LETTERS[state]).join("");
    // Whatever form it is handed over in says the same.
    expect((csvSheet([result]).match(/\r\n/g) ?? []).length - 1).toBe(lines.length);
    expect((junitSheet([result]).match(/<testcase /g) ?? []).length).toBe(lines.length);
    told.push([
      each.name,
      letters,
      letters === each.says ? "" : result.steps.map((step) => stepSheet(result, step)).join("\n"),
    ]);
    await turnedAbout(result);
    if (letters === "ppppppp") expect(resultState(result)).toBe("passed");
    else expect(resultState(result), each.name).not.toBe("passed");
  }
  return told;
}

it("of 40 playbooks against a service with planted faults every sheet says exactly what is wrong", async () => {
  const LANES = 4;
  const told = await Promise.all(
    Array.from({ length: LANES }, (_, number) =>
      lane(
        CASES.filter((__, place) => place % LANES === number),
        100 * number,
      ),
    ),
  );
  const byLane = (number: number) => CASES.filter((_, place) => place % LANES === number);
  expect(told).toEqual(
    Array.from({ length: LANES }, (_, number) => byLane(number).map(({ name, says }) => [name, says, ""])),
  );
  expect(CASES.length).toBeGreaterThanOrEqual(40);
}, 180_000);
