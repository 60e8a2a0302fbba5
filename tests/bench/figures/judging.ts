import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { machineClock } from "../../../src/main/clock.ts";
import { type OpenedJournal, openJournal } from "../../../src/main/journal/index.ts";
import { proposeReading } from "../../../src/main/payload/index.ts";
import { createRuns, expectationOf, type Runs } from "../../../src/main/runs/index.ts";
import type { Reading } from "../../../src/shared/reading.ts";
import { DEFAULT_RUN_SETTINGS } from "../../../src/shared/run.ts";
import { ACCEPTED, callEvent, deliveryEvent as webhook } from "../../runs/setup.ts";
import { journalThread } from "../../support/threads.ts";
import { barePages } from "../bare/sqlite.ts";
import type { Bench, Figure, Measured, Measurement } from "../harness/figure.ts";
import { numberText } from "../harness/statistics.ts";

const TIME: Figure = {
  name: "judging",
  title: "A reading is confirmed: reading and judging a log of 100,000 webhooks anew",
  unit: "s",
  bare: "reading as many bodies of 1 kB from a bare SQLite table, a page of 500 at a time",
  target: { atMost: 60 },
};
const STALL: Figure = {
  name: "judging-stall",
  title: "While a log is judged anew: the longest time in which main did nothing else",
  unit: "ms",
  bare: null,
  target: { atMost: 50 },
};
/** Undone, every webhook is proposed a reading again: much more work for each than applying one. */
const UNDONE: Figure = {
  ...TIME,
  name: "judging-undone",
  title: "The confirmation is undone: the same log read and judged anew",
  target: null,
};
const WEBHOOKS = 100_000;
/** Between two simulations, each with a webhook of its own. */
const EACH = 100;
const STEP = 20_000;
const PAGE = 500;

const body = (place: number) =>
  JSON.stringify({
    evt: "payment.settled",
    data: {
      txn: { id: `T${100_000 + place}`, value: 50_000 + place, ccy: "NGN", fee: 125, state: "DONE" },
      customer: { id: `acct-${place}`, name: "Ada Obi", email: "a@example.com", phone: "+234801234567" },
      meta: { a: 1, source: "web", attempt: 1 },
    },
  });

/** A log of webhooks of a kind that nobody has confirmed, one in a hundred of them a simulation's. */
async function fill(journal: OpenedJournal, count: number): Promise<void> {
  const start = Date.now() * 1_000 - count * STEP;
  let last: Promise<unknown> = Promise.resolve();
  for (let place = 0; place < count; place += 1) {
    const at = start + place * STEP;
    if (place % EACH === 0) {
      const sent = `{"amount":${50_000 + place},"currency":"NGN","reference":"acct-${place}"}`;
      const call = callEvent("credit", sent, at - 1, expectationOf("credit", sent, DEFAULT_RUN_SETTINGS, null));
      const id = await journal.append(call);
      const summary = { ...call.summary, outcome: ACCEPTED, status: 200, duration: 1 };
      await journal.finishCall(id, { ...call, summary }, null);
    }
    const event = webhook(body(place), at);
    const profile = { id: "sandbox", name: "Sandbox", mode: "sandbox" } as const;
    last = journal.append({ ...event, summary: { ...event.summary, profile, answerState: "sent" } });
    if (place % 500 === 0) await last;
  }
  await last;
}

/** As the user does it: the proposal for one webhook, for all. */
function confirmed(place: number): Reading {
  const proposal = proposeReading(
    {
      body: new TextEncoder().encode(body(place)),
      headers: [["content-type", "application/json"]],
      target: "/webhooks",
    },
    [],
    [
      {
        operation: "credit",
        amount: `${50_000 + place}`,
        currency: "NGN",
        user: `acct-${place}`,
        from: null,
        to: null,
        remark: null,
      },
    ],
  );
  if (proposal === null) throw new Error("Nothing is proposed.");
  return { ...proposal, id: `own-${place}`, confirmedAt: 1 };
}

/** A log at rest, as a user's is: what an earlier run has made of its index is over. */
async function atRest(journal: OpenedJournal): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = (await journal.stats()).indexLag === 0 ? quiet + 1 : 0) await pause(100);
}

function startRuns(journal: OpenedJournal): Runs {
  return createRuns({
    journal: journal.runs,
    clock: machineClock,
    timers: {
      after: (milliseconds, action) => {
        const timer = setTimeout(action, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    random: () => 1,
    unrecorded: () => null,
    onChange: () => {},
    log: (message) => {
      throw new Error(message);
    },
  });
}

async function judge(bench: Bench): Promise<readonly Measured[]> {
  const count = bench.quick ? WEBHOOKS / 10 : WEBHOOKS;
  const journal = await openJournal({ folder: bench.newFolder(), thread: journalThread, now: machineClock.now });
  bench.atEnd(() => journal.close());
  await fill(journal, count);
  const runs = startRuns(journal);
  bench.atEnd(() => runs.close());
  await runs.start();
  await runs.idle();
  let readingOver = () => {};
  journal.onReread(() => journal.runs.isBeingRead() || readingOver());

  async function change(readings: readonly Reading[]): Promise<{ readonly seconds: number; readonly stall: number }> {
    await atRest(journal);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const begun = performance.now();
    const over = new Promise<void>((resolve) => {
      readingOver = resolve;
    });
    journal.configureReadings([{ profileId: "sandbox", readings }]);
    await over;
    const read = performance.now();
    await runs.idle();
    const ended = performance.now();
    delay.disable();
    bench.say(
      `read anew in ${numberText((read - begun) / 1_000)} s, and judged ${numberText((ended - read) / 1_000)} s after that`,
    );
    return { seconds: (ended - begun) / 1_000, stall: delay.max / 1_000_000 - 5 };
  }

  const bare: number[] = [];
  const confirming: { readonly seconds: number; readonly stall: number }[] = [];
  const undoing: typeof confirming = [];
  for (let run = 0; run < bench.runs; run += 1) {
    const pages = barePages(bench, PAGE);
    const took = await pages(count / PAGE);
    bare.push(took.reduce((sum, each) => sum + each, 0) / 1_000);
    confirming.push(await change([confirmed(7)]));
    undoing.push(await change([]));
  }
  const note = `${numberText(count)} webhooks, ${numberText(count / EACH)} simulations`;
  return [
    { name: TIME.name, runs: confirming.map(({ seconds }) => seconds), bare, note },
    { name: UNDONE.name, runs: undoing.map(({ seconds }) => seconds), bare, note },
    { name: STALL.name, runs: [...confirming, ...undoing].map(({ stall }) => stall) },
  ];
}

export const judging: Measurement = { figures: [TIME, UNDONE, STALL], measure: judge };
