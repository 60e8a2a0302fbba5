import type { Action } from "../../shared/call-fields.ts";
import type { CallDetail } from "../../shared/events.ts";
import { member, parseJson, stringOf } from "../../shared/json/parse.ts";
import { listText } from "../../shared/measures.ts";
import {
  type CallStep,
  expectableVerdict,
  LONGEST_WAIT_MS,
  PLAYBOOK_TEXT_AT_MOST,
  type Playbook,
  type PlaybookExpectation,
  type PlaybookStep,
} from "../../shared/playbook.ts";
import type { EventId } from "../../shared/primitives.ts";
import type { ReadItem } from "../../shared/reading.ts";
import { withoutTags } from "../../shared/run-tag.ts";
import { DEFAULT_SANDBOX_BEHAVIOUR, isSameFaults, NO_FAULTS, type SandboxFaults } from "../../shared/sandbox.ts";
import { verdictText, verdictTone } from "../../shared/text/explain-run.ts";
import { Refusal } from "../refusal.ts";
import { type CallFacts, type FactSources, factsOfCall } from "./call-facts.ts";

/** Webhooks are counted for so many times as long as they took, in whole seconds. */
const TIMES_AS_LONG = 5;
/** And for so long at least. */
const SHORTEST_WAIT_MS = 2_000;
/**
 * The same where the sandbox holds webhooks back for a later one to overtake them: a playbook sends none until they
 * came.
 */
const OUT_OF_ORDER_WAIT_MS = 6 * DEFAULT_SANDBOX_BEHAVIOUR.retryIntervalMs;

/** Calls that are named one by one in the words about the playbook; the others are counted. */
const NAMED_AT_MOST = 10;

/** A playbook that was made of events, and which call each of its steps was. */
interface Draft {
  readonly playbook: Playbook;
  readonly calls: { stepId: string; callId: EventId }[];
}

/**
 * What events would be as a playbook: their calls as steps, in order, with what came as what is expected. People and
 * links become parameters; a value that was there several times is one.
 *
 * @throws Refusal `no-steps`
 */
export async function draftOf(ids: readonly EventId[], sources: FactSources): Promise<Draft> {
  const calls = new Set<EventId>();
  for (const id of ids) {
    const detail = await sources.journal.detail(id);
    if (detail?.kind === "call" && detail.summary.operation !== "replay") calls.add(id);
    else if (detail?.kind === "delivery" && typeof detail.summary.tie?.runId === "number")
      calls.add(detail.summary.tie.runId);
  }
  const steps: PlaybookStep[] = [];
  const made: Draft["calls"] = [];
  const found: { readonly facts: CallFacts; readonly action: Action }[] = [];
  for (const id of [...calls].toSorted((a, b) => a - b)) {
    const facts = await factsOfCall(id, Number.POSITIVE_INFINITY, sources);
    if (facts !== null) found.push({ facts, action: actionOf(facts.call, await sources.journal.body(id, "request")) });
  }
  const parameters = createParameters(found.map(({ action }) => action));
  const leftOut: (readonly [call: number, what: string])[] = [];
  const wrong: (readonly [call: number, verdict: string])[] = [];
  let faults: SandboxFaults | null = null;
  for (const { facts, action: asked } of found) {
    const action = parameters.put(asked);
    const wanted = facts.call.sandboxFaults ?? NO_FAULTS;
    // Also before the first call: what the sandbox is set to when the playbook runs is not known.
    if (faults === null || !isSameFaults(faults, wanted))
      steps.push({ does: "sandbox", id: `sandbox-${made.length + 1}`, off: false, ...wanted });
    faults = wanted;
    const stepId = `step-${made.length + 1}`;
    const { expect, left } = proposed(facts, action);
    steps.push({ does: "call", id: stepId, off: false, action, expect });
    if (left !== null) leftOut.push([made.length + 1, left]);
    const verdict = facts.run?.summary.verdict;
    if (verdict !== undefined && expect.some(({ about }) => about === "verdict") && verdictTone(verdict) !== "good")
      wrong.push([made.length + 1, verdictText(verdict)]);
    made.push({ stepId, callId: facts.call.summary.id });
  }
  const [first, ...more] = steps.filter((step) => step.does === "call");
  if (first === undefined)
    throw new Refusal("no-steps", "There is no call among these events, so there is nothing that could be done again.");
  return {
    playbook: {
      format: "linkdesk-playbook",
      version: 1,
      name: more.length === 0 ? NAMES[first.action.operation] : `${made.length} calls`,
      about: [profilesText(found), wrongText(wrong, made.length), leftOutText(leftOut, made.length)]
        .filter((each) => each !== "")
        .join(" "),
      parameters: parameters.all(),
      // Where nothing was wrong on purpose, the playbook is for any service.
      steps: hadFaults(steps) ? steps : steps.filter(({ does }) => does === "call"),
    },
    calls: made,
  };
}

function hadFaults(steps: readonly PlaybookStep[]): boolean {
  return steps.some((step) => step.does === "sandbox" && !isSameFaults(step, NO_FAULTS));
}

const NAMES: Readonly<Record<Action["operation"], string>> = {
  link: "Look up a link",
  credit: "Simulate a credit",
  charge: "Simulate a charge",
};

const FIELDS = {
  credit: ["amount", "currency", "user_reference"],
  charge: ["amount", "currency", "from", "to", "remark"],
};

/** What was asked for: its fields where the body has just those, else the body as it was sent. */
function actionOf({ summary }: CallDetail, body: Uint8Array | null): Action {
  if (summary.operation !== "credit" && summary.operation !== "charge")
    return { operation: "link", linkId: summary.facts.linkId ?? "" };
  const raw = new TextDecoder().decode(body ?? new Uint8Array());
  const parsed = parseJson(raw);
  const root = parsed.ok && parsed.root.kind === "object" ? parsed.root : null;
  const amount = root === null ? undefined : member(root, "amount");
  const wanted = FIELDS[summary.operation];
  const isPlain = root !== null && root.members.length === wanted.length && amount?.kind === "number";
  const texts = Object.fromEntries(
    wanted.map((name) => [name, root === null ? undefined : stringOf(member(root, name))]),
  );
  const rest = wanted.slice(1).map((name) => texts[name]);
  if (!isPlain || rest.includes(undefined) || !/^-?[0-9]+$/.test(amount.text))
    return { operation: summary.operation, body: { raw } };
  const text = (name: string): string => texts[name] ?? "";
  const money = { amount: amount.text, currency: text("currency") };
  if (summary.operation === "credit")
    return { operation: "credit", body: { ...money, userReference: text("user_reference") } };
  return {
    operation: "charge",
    body: { ...money, from: text("from"), to: text("to"), remark: withoutTags(text("remark")) },
  };
}

/** A value is called by what it is; a person who is one thing here and another there is called so. */
function createParameters(actions: readonly Action[]) {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const roles = new Map<string, Set<string>>();
  for (const [role, value] of actions.flatMap(rolesIn)) roles.set(value, (roles.get(value) ?? new Set()).add(role));
  const named = (base: string, value: string): string => {
    if (value === "" || value.length > PLAYBOOK_TEXT_AT_MOST) return value;
    let name = names.get(value);
    if (name === undefined) {
      name = (roles.get(value)?.size ?? 0) > 1 ? "person" : base;
      const bare = name;
      for (let number = 2; taken.has(name); number += 1) name = `${bare}_${number}`;
      names.set(value, name);
      taken.add(name);
    }
    return `{${name}}`;
  };
  return {
    put(action: Action): Action {
      if (action.operation === "link") return { ...action, linkId: named("link", action.linkId) };
      if ("raw" in action.body) return action;
      if (action.operation === "credit")
        return { ...action, body: { ...action.body, userReference: named("user", action.body.userReference) } };
      const { from, to } = action.body;
      return { ...action, body: { ...action.body, from: named("payer", from), to: named("payee", to) } };
    },
    all: () => [...names].map(([value, name]) => ({ name, default: value })),
  };
}

function rolesIn(action: Action): readonly (readonly [string, string])[] {
  if (action.operation === "link") return [["link", action.linkId]];
  if ("raw" in action.body) return [];
  if (action.operation === "credit") return [["user", action.body.userReference]];
  return [
    ["payer", action.body.from],
    ["payee", action.body.to],
  ];
}

/** A playbook knows no profiles: what went to several services goes to one. */
function profilesText(found: readonly { readonly facts: CallFacts }[]): string {
  const { size } = new Set(found.map(({ facts }) => facts.call.summary.profile.id));
  return size < 2 ? "" : `Its calls were sent with ${size} profiles: it sends all of them with the one in use.`;
}

/**
 * Says what the playbook does not expect although something came or was waited for, so that it is not taken to check
 * it.
 */
function leftOutText(leftOut: readonly (readonly [call: number, what: string])[], calls: number): string {
  const parts = leftOut
    .slice(0, NAMED_AT_MOST)
    .map(([call, what]) =>
      calls === 1 ? `It does not check ${what}.` : `For call ${call} it does not check ${what}.`,
    );
  const rest = leftOut.length - parts.length;
  return [...parts, ...(rest > 0 ? [`Nor does it check everything for ${rest} more.`] : [])].join(" ");
}

/**
 * Says that the playbook passes when what went wrong goes wrong again, so that it is not taken for a proof that all is
 * well.
 */
function wrongText(wrong: readonly (readonly [call: number, verdict: string])[], calls: number): string {
  const parts = wrong
    .slice(0, NAMED_AT_MOST)
    .map(([call, verdict]) => (calls === 1 ? `“${verdict}”` : `of call ${call} “${verdict}”`));
  const rest = wrong.length - parts.length;
  const all = listText([...parts, ...(rest > 0 ? [`what went wrong with ${rest} more`] : [])]);
  return wrong.length === 0 ? "" : `Expected is what was wrong then: ${all}.`;
}

/**
 * What came, as what is to come: how the call ended, how many webhooks, the verdict, the money. Ids, times, tags and
 * signatures are other ones each time, and fields of a payload are for the user to choose.
 *
 * @returns with `left`, what was left out because its verdict is not sure, in words
 */
function proposed(facts: CallFacts, action: Action): { expect: CallStep["expect"]; left: string | null } {
  const { call, run, webhooks } = facts;
  const { outcome, status } = call.summary;
  const expect: PlaybookExpectation[] = [];
  if (outcome?.code === "success") expect.push({ about: "outcome", is: "success" });
  else if (outcome?.code === "status" || outcome?.code === "reported-error")
    expect.push({ about: "outcome", is: "failure" });
  if (status !== null) expect.push({ about: "status", oneOf: [status] });
  if (run === null) return { expect, left: null };
  const { verdict } = run.summary;
  const isSure = facts.doubtful.length === 0;
  const came = webhooks.filter(({ tie }) => tie.role !== "retry");
  const within = isSure ? countedWithin(facts, came) : null;
  if (within !== null) expect.push({ about: "webhooks", how: "exactly", count: came.length, withinMs: within });
  const is = expectableVerdict(verdict);
  // That nothing comes of a call that failed is said by the count.
  if (is !== null && is !== "refused") expect.push({ about: "verdict", is });
  const left =
    is === null
      ? `the verdict, which was “${verdictText(verdict)}” then`
      : isSure
        ? null
        : "how many webhooks come, as it was not sure whose they were";
  const [first] = came;
  if (first === undefined || (verdict.code !== "matched" && verdict.code !== "mismatch")) return { expect, left };
  const { by } = first.payload.webhook;
  if ((by === "known" || by === "confirmed") && action.operation !== "link" && !("raw" in action.body)) {
    const [item] = first.payload.webhook.items;
    const { amount, currency } = verdict.code === "matched" ? action.body : said(item);
    if (item?.amount != null && amount !== null)
      expect.push({ about: "said", value: "amount", check: { is: "equals", value: amount } });
    if (item?.currency != null && currency !== null)
      expect.push({ about: "said", value: "currency", check: { is: "equals", value: currency } });
  }
  return { expect, left };
}

/** What a webhook says in place of what it should: a playbook made of it waits for just that. */
function said(item: ReadItem | undefined): { readonly amount: string | null; readonly currency: string | null } {
  return { amount: item?.amount?.units ?? null, currency: item?.currency?.code ?? null };
}

/** For how long webhooks are counted, in milliseconds; null where nobody knows yet how many there are. */
function countedWithin({ call, run }: CallFacts, came: CallFacts["webhooks"]): number | null {
  const code = run?.summary.verdict.code;
  if (code === "waiting" || code === "not-seen") return null;
  const last = came.at(-1)?.tie.after ?? 0;
  const shortest = call.sandboxFaults?.webhookFault === "out-of-order" ? OUT_OF_ORDER_WAIT_MS : SHORTEST_WAIT_MS;
  // That nothing came was found out by waiting so long: one that comes a little later than usual is not missing.
  const inVain = code === "missing" || code === "nothing-came" ? Math.ceil((run?.expectation.limit ?? 0) / 1_000) : 0;
  const patient = Math.ceil((TIMES_AS_LONG * last) / 1_000_000) * 1_000;
  return Math.min(Math.max(shortest, inVain, patient), LONGEST_WAIT_MS);
}
