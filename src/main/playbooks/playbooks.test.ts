import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import { opposite } from "../../../tests/support/opposite.ts";
import { startProgram, told } from "../../../tests/support/program.ts";
import {
  type CallStep,
  PLAYBOOK_FILE_LIMIT,
  type Playbook,
  type PlaybookExpectation,
  type PlaybookStep,
  playbookText,
} from "../../shared/playbook.ts";
import { countsOf, resultState } from "../../shared/playbook-result.ts";
import type { EventId } from "../../shared/primitives.ts";
import { NEW_PROFILE, SANDBOX_PROFILE_ID } from "../../shared/profile.ts";
import { NO_FAULTS, type SandboxFaults } from "../../shared/sandbox.ts";
import { expectationText, stepText } from "../../shared/text/explain-playbook.ts";
import { EXAMPLES } from "./examples.ts";
import { junitSheet } from "./sheet.ts";

const credit = (amount: string, ...expect: readonly PlaybookExpectation[]): CallStep => ({
  does: "call",
  id: `credit-${amount}`,
  off: false,
  action: { operation: "credit", body: { amount, currency: "NGN", userReference: "ref_ada" } },
  expect,
});

const lookUp = (id: string, linkId: string, ...expect: readonly PlaybookExpectation[]): CallStep => ({
  does: "call",
  id,
  off: false,
  action: { operation: "link", linkId },
  expect,
});

const playbookOf = (...steps: readonly PlaybookStep[]): Playbook => ({
  format: "linkdesk-playbook",
  version: 1,
  name: "Test",
  about: "",
  parameters: [],
  steps,
});

const PATIENT = { timeout: 20_000 };
const once: PlaybookExpectation = { about: "webhooks", how: "exactly", count: 1, withinMs: 800 };
const success: PlaybookExpectation = { about: "outcome", is: "success" };

it("the playbooks that come with Linkdesk pass, and each of their expectations turned about is not green", async () => {
  const run = async (playbook: Playbook): Promise<void> => {
    const { parts, untilRunning } = await startProgram();
    const { handlers } = parts.playbooks;
    const { id } = await handlers.save({ id: null, playbook });
    await handlers.start({ id, rows: [{}], only: null, bail: false });
    const { result } = await untilRunning(({ state }) => state === "ended");
    expect([playbook.name, told(result).filter((each) => !each.startsWith("passed"))]).toEqual([playbook.name, []]);
    const calls = result.steps.flatMap(({ stepId, callId }) => (callId === null ? [] : [{ stepId, callId }]));
    for (const [place, step] of playbook.steps.entries()) {
      if (step.does !== "call") continue;
      for (const [index, expected] of step.expect.entries()) {
        const turned = { ...step, expect: step.expect.toSpliced(index, 1, opposite(expected)) };
        const changed = { ...playbook, steps: playbook.steps.toSpliced(place, 1, turned) };
        const { steps } = await handlers.preview({ playbook: changed, calls, values: result.head.rows[0] ?? {} });
        const lines = steps[0]?.lines ?? [];
        expect([playbook.name, expected.about, lines[index]?.state]).toEqual([playbook.name, expected.about, "failed"]);
      }
    }
  };
  // Their five seconds for a webhook are too few where a dozen programs share the processor, and what is late by half a
  // second makes the pause after it shorter.
  const withTime = (playbook: Playbook): Playbook => ({
    ...playbook,
    steps: playbook.steps.map((step) =>
      step.does === "call"
        ? {
            ...step,
            expect: step.expect.map((each) => {
              if (each.about === "webhooks" && each.count > 0) return { ...each, withinMs: 20_000 };
              return each.about === "retries" ? { ...each, afterMs: 400, withinMs: 30_000 } : each;
            }),
          }
        : step,
    ),
  });
  // Not all at once: each is a whole program.
  const all = Array.from(EXAMPLES.values(), withTime);
  for (const some of [all.slice(0, 3), all.slice(3, 6), all.slice(6)]) await Promise.all(some.map(run));
});

describe("never green by mistake", () => {
  it("without an expectation, with a listener that is deaf, with no connection, with an answer that cannot be read", async () => {
    const program = await startProgram();
    const { sandbox, listener } = program.parts;
    expect(told(await program.run(playbookOf(credit("11"))))).toEqual(["unsure", "unsure: something is expected (–)"]);
    expect(resultState(await program.run(playbookOf()))).toBe("unsure");

    sandbox.bend(null);
    const malformed: PlaybookStep = {
      does: "sandbox",
      id: "s",
      off: false,
      answerFault: "malformed-json",
      webhookFault: "none",
    };
    const unreadable = await program.run(
      playbookOf(
        malformed,
        lookUp("l", "lnk_ada_kwame", { about: "answer", path: "link.gone", check: { is: "absent" } }),
        lookUp("m", "lnk_ada_kwame", success),
        lookUp("n", "lnk_ada_kwame", { about: "status", oneOf: [200] }),
      ),
    );
    expect(told(unreadable).some((each) => each.startsWith("passed"))).toBe(false);
    expect(resultState(unreadable)).toBe("could-not-run");

    await listener.stop();
    const deaf = await program.run(playbookOf(credit("12", { ...once, count: 0 })));
    expect(told(deaf)).toEqual(["could-not-run", "could-not-run: no webhook within 0.80 s (0 webhooks)"]);
    await listener.start();

    await sandbox.stop();
    expect(resultState(await program.run(playbookOf(credit("13", { about: "outcome", is: "failure" }))))).toBe(
      "could-not-run",
    );
  });

  it("with traffic beside it: another simulation's webhook is not this step's, and one that fits both is unsure", async () => {
    const program = await startProgram();
    const { service, sandbox } = program.parts;
    const beside = (amount: string) =>
      service.send({
        requestId: crypto.randomUUID(),
        profileId: SANDBOX_PROFILE_ID,
        action: { operation: "credit", body: { amount, currency: "NGN", userReference: "ref_ada" } },
      });
    sandbox.bend({ webhookDelayMs: 400 });
    await beside("21");
    const dropped: PlaybookStep = {
      does: "sandbox",
      id: "s",
      off: false,
      answerFault: "none",
      webhookFault: "dropped",
    };
    const none = await program.run(playbookOf(dropped, credit("22", { ...once, how: "at-least" })));
    expect(resultState(none)).toBe("failed");
    sandbox.bend({ webhookDelayMs: 600 });
    const running = program.run(
      playbookOf({ does: "wait", id: "w", off: false, ms: 100 }, credit("23", { ...once, withinMs: 6_000 })),
    );
    await beside("23");
    const both = await running;
    expect(resultState(both)).toBe("unsure");
    expect(both.steps.at(-1)?.lines.at(-1)).toMatchObject({
      because: expect.stringContaining("fits another simulation"),
    });
  });

  it("with a mismatch that nobody asked about", async () => {
    const program = await startProgram();
    const wrong: PlaybookStep = {
      does: "sandbox",
      id: "s",
      off: false,
      answerFault: "none",
      webhookFault: "wrong-amount",
    };
    const result = await program.run(
      playbookOf(wrong, credit("31", success, { ...once, how: "at-least", withinMs: 20_000 })),
    );
    expect(told(result).at(-1)).toBe("unsure: the verdict, which this step does not check (amount mismatch)");
  });
});

it("refuses what is not for sandbox or test, two at once, and parameters that it does not have", async () => {
  const program = await startProgram();
  const { profiles } = program.settings;
  const first = program.run(playbookOf(credit("41", once)));
  await expect(program.run(playbookOf(credit("42", once)))).rejects.toMatchObject({ code: "running" });
  await first;
  await expect(program.run(playbookOf(credit("43", once)), [{ payer: "x" }])).rejects.toMatchObject({
    code: "parameters",
  });
  const live = await profiles.create({ ...NEW_PROFILE, name: "Live", mode: "live", baseUrl: "https://example.test" });
  profiles.select(live.profile.id);
  await expect(program.run(playbookOf(lookUp("l", "x", success)))).rejects.toMatchObject({ code: "mode" });
});

it("what comes later amends the result", async () => {
  const { parts, untilRunning, settings } = await startProgram();
  const { handlers } = parts.playbooks;
  const { id: _, ...draft } = settings.profiles.selected();
  await settings.profiles.update(SANDBOX_PROFILE_ID, { ...draft, runs: { ...draft.runs, limitMs: 2_000 } });
  const twice: PlaybookStep = { does: "answer", id: "a", off: false, statuses: [500, 200] };
  const playbook = playbookOf(
    twice,
    credit("51", { about: "verdict", is: "matched" }, { about: "signature", is: "valid" }),
    {
      does: "ask",
      id: "q",
      off: false,
      question: "All well?",
    },
  );
  const { id } = await handlers.save({ id: null, playbook });
  await handlers.start({ id, rows: [{}], only: null, bail: false });
  await untilRunning(({ state }) => state === "asking");
  const [delivery] = (await untilRunning(({ result }) => result.steps.length === 2)).result.steps[1]?.deliveryIds ?? [];
  await parts.runs.untie(delivery ?? 0);
  const { result } = await untilRunning(({ result: { steps } }) => steps[1]?.amended === true);
  expect(result.steps[1]?.lines.some(({ state }) => state === "passed")).toBe(false);
  await handlers.answer({ yes: true, note: "looks fine" });
  const ended = await untilRunning(({ state }) => state === "ended");
  expect(ended.result.steps.at(-1)).toMatchObject({ note: "looks fine", lines: [{ state: "passed" }] });
  expect(resultState(ended.result)).not.toBe("passed");
});

it("what runs say while the program ends leaves the result as it is, and reads nothing of a log that is closed", async () => {
  const { parts, untilRunning, run, close } = await startProgram();
  const { steps } = await run(playbookOf(credit("52", { about: "verdict", is: "matched" })));
  await parts.playbooks.close();
  await close();
  // As the runs' last change does; what goes wrong in it ends the test.
  const { callId } = steps[0] ?? {};
  if (typeof callId !== "number") throw new Error("nothing was sent");
  const tie = {
    deliveryId: callId + 1,
    runId: callId,
    role: "match",
    certainty: "by-hand",
    after: 1,
    byHand: true,
  } as const;
  parts.playbooks.runsChanged({ runs: [], ties: [tie] });
  const { result } = await untilRunning(({ state }) => state === "ended");
  expect(result.steps).toEqual(steps);
});

it("stops within a second, pauses, and leaves out what follows a failed step", async () => {
  const { parts, untilRunning, run } = await startProgram();
  const { handlers } = parts.playbooks;
  const { id } = await handlers.save({
    id: null,
    playbook: playbookOf(credit("61", { ...once, withinMs: 600_000 }), credit("62", once)),
  });
  await handlers.start({ id, rows: [{}], only: null, bail: false });
  await untilRunning(({ now }) => now !== null);
  await handlers.pause({ paused: true });
  await untilRunning(({ state }) => state === "paused");
  await handlers.stop(null);
  const { result } = await untilRunning(({ state }) => state === "ended");
  expect(told(result)).toEqual([
    "could-not-run",
    "could-not-run: exactly 1 webhook within 10 min 00 s (–)",
    "could-not-run: the call succeeds (Cancelled)",
    "skipped: exactly 1 webhook within 0.80 s (–)",
  ]);
  const bailed = await parts.playbooks.runFile(
    {
      playbook: playbookOf(lookUp("a", "nope", success), lookUp("b", "nope", success)),
      rows: [{}, {}],
      only: null,
      bail: true,
    },
    new AbortController().signal,
  );
  expect(countsOf(bailed.steps)).toMatchObject({ failed: 1, skipped: 3 });
  expect(resultState(await run(playbookOf({ ...lookUp("a", "nope", success), off: true })))).toBe("skipped");
});

it("stops where its result cannot be kept, and is not green, whatever passed before", async () => {
  const { parts, dataFolder, untilRunning } = await startProgram();
  const { handlers } = parts.playbooks;
  const fine = { about: "status", oneOf: [404] } as const;
  const wait: PlaybookStep = { does: "ask", id: "ask", off: false, question: "Go on?" };
  const { id } = await handlers.save({
    id: null,
    playbook: playbookOf(lookUp("a", "x", fine), wait, lookUp("b", "x", fine)),
  });
  await handlers.start({ id, rows: [{}], only: null, bail: false });
  await untilRunning(({ state }) => state === "asking");
  rmSync(join(dataFolder, "playbooks", "results"), { recursive: true });
  await handlers.answer({ yes: true, note: "" });
  const { result } = await untilRunning(({ state }) => state === "ended");
  expect(told(result)).toEqual([
    "could-not-run",
    "passed: the status is 404 (404)",
    "passed: Go on? (yes)",
    "could-not-run: the result is kept (–)",
    "skipped: the status is 404 (–)",
  ]);
  expect(result.end?.how).toBe("interrupted");
});

it("waits until something comes of the simulation before, also where that passed for itself, and is never green without one", async () => {
  const program = await startProgram();
  const soon: PlaybookExpectation = { about: "webhooks", how: "at-least", count: 1, withinMs: 20_000 };
  const until = (id: string, ...expect: readonly PlaybookExpectation[]): PlaybookStep => ({
    does: "until",
    id,
    off: false,
    expect,
  });
  const bent: PlaybookStep = {
    does: "sandbox",
    id: "bend",
    off: false,
    answerFault: "none",
    webhookFault: "wrong-amount",
  };
  program.parts.sandbox.bend({ webhookDelayMs: 700 });
  const playbook = playbookOf(
    until("early", soon),
    credit("71", success),
    lookUp("between", "lnk_ada_kwame", success),
    until("came", soon, { about: "verdict", is: "matched" }),
    until("nothing"),
    bent,
    credit("72", success),
    until("wrong", soon, { about: "verdict", is: "mismatch" }),
  );
  const result = await program.run(playbook);
  expect(result.steps.map(({ stepId, lines }) => [stepId, ...new Set(lines.map(({ state }) => state))])).toEqual([
    ["early", "could-not-run"],
    ["credit-71", "passed"],
    ["between", "passed"],
    ["came", "passed"],
    ["nothing", "unsure"],
    ["bend"],
    // The mismatch is asked for by a later step: it is no surprise to this one.
    ["credit-72", "passed"],
    ["wrong", "passed"],
  ]);
  expect(result.steps[3]?.callId).toBe(result.steps[1]?.callId);
  // Of a step that is run again alone its simulation goes with it.
  const again = await program.parts.playbooks.runFile(
    { playbook, rows: [{}], only: [{ row: 0, stepId: "came" }], bail: false },
    new AbortController().signal,
  );
  expect(
    again.steps.filter(({ lines }) => lines.some(({ state }) => state === "passed")).map(({ stepId }) => stepId),
  ).toEqual(["credit-71", "came"]);
});

it("a file that is opened from outside is read for the window to ask about, and refused in a sentence", async () => {
  const { parts, dataFolder } = await startProgram();
  const good = join(dataFolder, "good.linkdesk-playbook");
  writeFileSync(good, playbookText(playbookOf(credit("81", success))));
  writeFileSync(join(dataFolder, "large.linkdesk-playbook"), " ".repeat(PLAYBOOK_FILE_LIMIT + 1));
  writeFileSync(join(dataFolder, "bad.linkdesk-playbook"), "{");
  const offers = await Promise.all(
    [
      good,
      join(dataFolder, "gone"),
      dataFolder,
      join(dataFolder, "large.linkdesk-playbook"),
      join(dataFolder, "bad.linkdesk-playbook"),
    ].map((path) => parts.playbooks.readFile(path)),
  );
  expect(offers.map((offer) => (offer.readable ? offer.playbook.name : offer.reason))).toEqual([
    "Test",
    "This file is not there any more.",
    "This is not a file.",
    "This file is larger than 2 MB: it is no playbook.",
    "This file is not valid JSON.",
  ]);
  expect((await parts.playbooks.handlers.list(null)) as object).toMatchObject({ unreadable: [] });
});

it("a charge becomes a playbook that passes when it runs again, with people as parameters", async () => {
  const { parts, run, settings } = await startProgram();
  const { handlers } = parts.playbooks;
  const body = { amount: "50000", currency: "KES", from: "ref_ada", to: "ref_wanjiru", remark: "Lunch" };
  const call = await parts.service.send({
    requestId: "r",
    profileId: settings.profiles.selected().id,
    action: { operation: "charge", body },
  });
  await expect.poll(async () => (await parts.runs.get(call.summary.id)).summary.verdict.code, PATIENT).toBe("matched");
  const { playbook, calls } = await handlers.draft({ ids: [call.summary.id] });
  const values = Object.fromEntries(playbook.parameters.map(({ name, default: value }) => [name, value]));
  const [seen] = (await handlers.preview({ playbook, calls, values })).steps;
  expect(seen?.lines.map(({ state }) => state)).toEqual(seen?.lines.map(() => "passed"));
  expect(seen?.lines.length).toBe(6);
  const { answer, webhook } = await handlers.example({ callId: call.summary.id });
  expect(answer.map(({ text }) => text)).toContain("hook sent");
  expect(webhook.map(({ text }) => text)).toContain("50000");
  expect(playbook.parameters).toEqual([
    { name: "payer", default: "ref_ada" },
    { name: "payee", default: "ref_wanjiru" },
  ]);
  const [step] = playbook.steps;
  expect(step).toMatchObject({ action: { body: { ...body, from: "{payer}", to: "{payee}" } } });
  expect(step?.does === "call" ? step.expect.map(({ about }) => about) : []).toEqual([
    "outcome",
    "status",
    "webhooks",
    "verdict",
    "said",
    "said",
  ]);
  expect(resultState(await run(playbook))).toBe("passed");
  // Who gets here and is paid there is neither the one nor the other.
  const credited = await parts.service.send({
    requestId: "s",
    profileId: settings.profiles.selected().id,
    action: { operation: "credit", body: { amount: "7", currency: "KES", userReference: "ref_wanjiru" } },
  });
  const both = await handlers.draft({ ids: [call.summary.id, credited.summary.id] });
  expect(both.playbook.parameters.map(({ name }) => name)).toEqual(["payer", "person"]);
  // Whoever checks no signatures goes through it too; where they are checked, one that does not hold is never green.
  const { id: _, ...draft } = settings.profiles.selected();
  const wrong: PlaybookStep = {
    does: "sandbox",
    id: "wrong",
    off: false,
    answerFault: "none",
    webhookFault: "wrong-signature",
  };
  const badlySigned = { ...playbook, steps: [wrong, ...playbook.steps] };
  await settings.profiles.update(SANDBOX_PROFILE_ID, { ...draft, signature: null });
  expect(resultState(await run(badlySigned))).toBe("passed");
  await settings.profiles.update(SANDBOX_PROFILE_ID, draft);
  expect(resultState(await run(badlySigned))).toBe("failed");
});

it("what the sandbox did wrong on purpose is a step of a playbook made of its calls, which then passes", async () => {
  const { parts, run, settings } = await startProgram();
  const { sandbox } = parts;
  const send = async (userReference: string, faults: Partial<SandboxFaults>, amount = "70") => {
    const body = { amount, currency: "KES", userReference };
    const current = sandbox.status().settings;
    sandbox.configure({ ...current, behaviour: { ...current.behaviour, ...NO_FAULTS, ...faults } });
    const profileId = settings.profiles.selected().id;
    const { summary } = await parts.service.send({
      requestId: crypto.randomUUID(),
      profileId,
      action: { operation: "credit", body },
    });
    return summary.id;
  };
  const verdict = async (id: EventId) => (await parts.runs.get(id)).summary.verdict.code;
  const plain = await send("ref_ada", {});
  await expect.poll(() => verdict(plain), PATIENT).toBe("matched");
  const alone = await parts.playbooks.handlers.draft({ ids: [plain] });
  expect(alone.playbook.steps.map(({ does }) => does)).toEqual(["call"]);
  const wrong = await send("ref_tunde", { webhookFault: "wrong-amount" });
  await expect.poll(() => verdict(wrong), PATIENT).toBe("mismatch");
  const twice = await send("ref_wanjiru", { webhookFault: "twice" });
  await expect.poll(() => verdict(twice), PATIENT).toBe("duplicate");
  const other = await send("ref_peer_nobody", { webhookFault: "twice" });
  const failing = await send("ref_ada", { answerFault: "500" });

  const badlySigned = await send("ref_ada", { webhookFault: "wrong-signature" }, "90");
  await expect.poll(() => verdict(badlySigned), PATIENT).toBe("mismatch");
  const dropped = await send("ref_ada", { webhookFault: "dropped" }, "91");
  const expectedOf = async (id: EventId) => {
    const made = await parts.playbooks.handlers.draft({ ids: [id] });
    const sentences = made.playbook.steps.flatMap((step) => ("expect" in step ? step.expect.map(expectationText) : []));
    return { sentences, about: made.playbook.about };
  };
  // What was seen, in the words that stood there; and nothing of what is not known yet.
  expect((await expectedOf(badlySigned)).sentences).toContain("the verdict is: bad signature");
  expect((await expectedOf(wrong)).sentences).toEqual(
    expect.arrayContaining(["the verdict is: any mismatch", "the amount in the webhook is 71"]),
  );
  expect(await expectedOf(dropped)).toEqual({
    sentences: ["the call succeeds", "the status is 200"],
    about: "It does not check the verdict, which was “waiting” then.",
  });

  const { playbook } = await parts.playbooks.handlers.draft({ ids: [plain, wrong, twice, other, failing] });
  expect(playbook.name).toBe("5 calls");
  expect(playbook.steps.map((step) => stepText(step, null).replace(/ a credit of.*/, ""))).toEqual([
    "Let the sandbox behave well",
    "Simulate",
    "Let the sandbox misbehave (webhooks: wrong amount)",
    "Simulate",
    "Let the sandbox misbehave (webhooks: twice)",
    "Simulate",
    "Simulate",
    "Let the sandbox misbehave (answers: 500)",
    "Simulate",
  ]);
  expect(playbook.parameters.map(({ name }) => name)).toEqual(["user", "user_2", "user_3", "user_4"]);
  // For other people: an equal simulation of a moment ago would leave open which of both a webhook is for.
  const result = await run(playbook, [{ user: "ref_siobhan", user_2: "ref_mai", user_3: "ref_xiuying" }]);
  expect(told(result).filter((each) => !each.startsWith("passed"))).toEqual([]);
}, 60_000);

it("a webhook that was waited for in vain is waited for as long by the playbook made of it", async () => {
  const { parts, settings } = await startProgram();
  const { id, ...draft } = settings.profiles.selected();
  await settings.profiles.update(id, { ...draft, runs: { ...draft.runs, limitMs: 3_000 } });
  const current = parts.sandbox.status().settings;
  parts.sandbox.configure({ ...current, behaviour: { ...current.behaviour, ...NO_FAULTS, webhookFault: "dropped" } });
  const { summary } = await parts.service.send({
    requestId: "one",
    profileId: id,
    action: { operation: "credit", body: { amount: "70", currency: "KES", userReference: "ref_ada" } },
  });
  await expect.poll(async () => (await parts.runs.get(summary.id)).summary.verdict.code, PATIENT).toBe("missing");
  const { playbook } = await parts.playbooks.handlers.draft({ ids: [summary.id] });
  const [call] = playbook.steps.flatMap((step) => ("expect" in step ? [step.expect.map(expectationText)] : []));
  expect(call?.slice(-2)).toEqual(["no webhook within 3.00 s", "the verdict is: missing"]);
  expect(playbook.about).toBe("Expected is what was wrong then: “missing”.");
});

it("a playbook made of calls of several profiles says that it sends all of them with one", async () => {
  const { parts, settings } = await startProgram();
  const first = settings.profiles.selected();
  const { id: _, ...draft } = first;
  const second = await settings.profiles.create({ ...draft, name: "Other" });
  const send = async (profileId: string) =>
    (await parts.service.send({ requestId: profileId, profileId, action: { operation: "link", linkId: "x" } })).summary
      .id;
  const ids = [await send(first.id), await send(second.profile.id)];
  expect((await parts.playbooks.handlers.draft({ ids: ids.slice(1) })).playbook.about).toBe("");
  expect((await parts.playbooks.handlers.draft({ ids })).playbook.about).toBe(
    "Its calls were sent with 2 profiles: it sends all of them with the one in use.",
  );
});

it("JUnit's XML has the same counts as the result, as a parser of others reads it", async () => {
  const program = await startProgram();
  const odd = lookUp("a", 'lnk\u0001<&"]]>', success, { about: "status", oneOf: [404] });
  const result = await program.run(playbookOf(odd, lookUp("b", "x"), { ...lookUp("c", "x", success), off: true }));
  const problems: string[] = [];
  const note = (message: string): void => void problems.push(message);
  const xml = new DOMParser({ errorHandler: { warning: note, error: note, fatalError: note } }).parseFromString(
    junitSheet([result]),
    "text/xml",
  );
  expect(problems).toEqual([]);
  const count = (tag: string): number => xml.getElementsByTagName(tag).length;
  const { passed, failed, unsure, skipped } = countsOf(result.steps);
  expect([count("testcase"), count("failure"), count("error"), count("skipped")]).toEqual([
    passed + failed + unsure + skipped,
    failed + unsure,
    0,
    skipped,
  ]);
  const suite = xml.getElementsByTagName("testsuite")[0];
  expect(["tests", "failures", "errors", "skipped"].map((name) => Number(suite?.getAttribute(name)))).toEqual([
    count("testcase"),
    count("failure"),
    0,
    count("skipped"),
  ]);
});

it("a hundred steps cost little more than their calls", async () => {
  const program = await startProgram();
  const steps = Array.from({ length: 100 }, (_, place) =>
    lookUp(`l${place}`, "lnk_ada_kwame", { about: "status", oneOf: [200, 404] }),
  );
  const calls = performance.now();
  for (const { action } of steps)
    await program.parts.service.send({ requestId: "one", profileId: SANDBOX_PROFILE_ID, action });
  const plain = performance.now() - calls;
  const began = performance.now();
  const result = await program.run(playbookOf(...steps));
  const whole = performance.now() - began;
  process.stderr.write(`100 calls ${plain.toFixed(0)} ms, as a playbook ${whole.toFixed(0)} ms\n`);
  expect(countsOf(result.steps).passed).toBe(100);
});
