import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright/test";
import { z } from "zod";
import type { DeliverySummary, EventSummary } from "../../src/shared/events.ts";
import type { EventId, Instant } from "../../src/shared/primitives.ts";
import type { RunSummary, VerdictCode } from "../../src/shared/run.ts";
import { createRandom } from "../endurance/random.ts";
import { answerOf } from "../support/bridge.ts";
import type { ForeignService } from "../support/foreign-service.ts";
import type { Shape } from "./payload-shapes.ts";

export interface ManyOptions {
  /** The window of the app; its selected profile leads to the service. */
  readonly page: Page;
  readonly service: ForeignService;
  readonly shape: Shape;
  readonly count: number;
  readonly perSecond: number;
  readonly seed: number;
}

export interface ManyReport {
  readonly deliveries: number;
  /** Simulations a second that really went out. */
  readonly perSecond: number;
  /** Webhooks that were given to another simulation than their own: those that say that it may be so, and those that do not. */
  readonly wrong: { readonly marked: number; readonly unmarked: readonly string[] };
  /** Webhooks whose tie says that another simulation may be meant. */
  readonly marked: number;
  /** What is not as it should be with simulations whose values no other one has. */
  readonly faults: readonly string[];
}

type Fate = "sent" | "dropped" | "twice" | "wrong-amount" | "refused";

const FATES: readonly Fate[] = ["dropped", "twice", "wrong-amount", "refused"];
const VERDICTS: Readonly<Record<Fate, VerdictCode>> = {
  sent: "matched",
  dropped: "missing",
  twice: "duplicate",
  "wrong-amount": "mismatch",
  refused: "refused",
};
const LONGEST_DELAY_MS = 600;

const sentBody = z.object({ amount: z.int(), user_reference: z.string() });
const isOwn = (owner: string): boolean => owner.startsWith("own_");

/**
 * Sends many simulations through the whole program to a service that numbers them. The number comes back with the
 * answer, and with the webhook outside its body: so it is known for each webhook whose it is, equal values or not.
 */
export async function simulateMany({ page, service, shape, count, perSecond, seed }: ManyOptions): Promise<ManyReport> {
  const random = createRandom(seed);
  const movements = Array.from({ length: count }, (_, place) => {
    // Two apart: a wrong amount, by one, is nobody else's right one.
    if (random.next() < 0.6) return { amount: `${100_000 + 2 * place}`, owner: `own_${place}` };
    return { amount: random.next() < 0.5 ? "50000" : "20000", owner: random.next() < 0.5 ? "ref_ada" : "ref_tunde" };
  });
  const fates = movements.map((): Fate => (random.next() < 0.75 ? "sent" : (FATES[random.whole(0, 3)] ?? "sent")));
  const delays = movements.map(() => random.whole(0, LONGEST_DELAY_MS));
  const target = (await answerOf(page, "listener", "status", null)).url ?? "";
  const hooks: Promise<unknown>[] = [];
  const fateOf = new Map<number, Fate>();
  let arrived = 0;

  async function sendHook(number: number, amount: string, owner: string, fate: Fate): Promise<void> {
    const movement = { operation: "credit", amount, currency: "NGN", owner, to: "", remark: "" } as const;
    const payload = shape(movement, `${number}`, new Date().toISOString());
    await pause(delays[number] ?? 0);
    for (let left = fate === "twice" ? 2 : 1; left > 0; left -= 1)
      await service.sendWebhook(`${target}?number=${number}`, payload, { "Content-Type": "application/json" });
  }

  service.answerWith((response, request) => {
    const number = arrived;
    arrived += 1;
    const { amount, user_reference: owner } = sentBody.parse(JSON.parse(request.body));
    const fate = fates[number] ?? "sent";
    fateOf.set(number, fate);
    response.setHeader("Content-Type", "application/json");
    response.setHeader("X-Number", number);
    response.statusCode = fate === "refused" ? 422 : 200;
    response.end(`{"message":"${fate === "refused" ? "refused" : "test complete"}"}`);
    if (fate === "dropped" || fate === "refused") return;
    hooks.push(sendHook(number, `${fate === "wrong-amount" ? amount + 1 : amount}`, owner, fate));
  });

  const started = performance.now();
  const numbered = await sendAll(page, movements, 1_000 / perSecond);
  const seconds = (performance.now() - started) / 1_000;
  await Promise.all(hooks);
  const runOf = new Map(numbered.map(({ number, id }) => [number, id]));
  await confirmOnce(page, await settled(page));
  const rows = await settled(page);
  const runs = new Map(
    rows.flatMap((row) => (row.kind === "call" && row.run !== undefined ? [[row.id, row.run]] : [])),
  );
  const deliveries = rows.filter((row) => row.kind === "delivery");
  return {
    deliveries: deliveries.length,
    perSecond: Math.round(count / seconds),
    ...graded(deliveries, runOf, runs),
    faults: faultsOf(numbered, fateOf, runs, deliveries, movements),
  };
}

interface Sent {
  readonly place: number;
  readonly id: EventId;
  readonly number: number;
}

/** From within the window, as its forms would: one every so many milliseconds, whatever the others are doing. */
async function sendAll(
  page: Page,
  movements: readonly { readonly amount: string; readonly owner: string }[],
  gapMs: number,
): Promise<readonly Sent[]> {
  const { selectedId } = await answerOf(page, "profiles", "list", null);
  const sent = await page.evaluate(
    ([list, gap, profileId]) =>
      Promise.all(
        list.map(async ({ amount, owner }, place) => {
          await new Promise((resolve) => setTimeout(resolve, place * gap));
          const result = await window.linkdesk?.calls.send({
            requestId: `many-${place}`,
            profileId,
            action: { operation: "credit", body: { amount, currency: "NGN", userReference: owner } },
          });
          if (result?.ok !== true || result.value.event.kind !== "call") throw new Error(JSON.stringify(result));
          const { answer, summary } = result.value.event;
          const number = answer?.headers.find(([name]) => name.toLowerCase() === "x-number")?.[1];
          return { place, id: summary.id, number: Number(number ?? Number.NaN) };
        }),
      ),
    [movements, gapMs, selectedId] as const,
  );
  if (sent.some(({ number }) => Number.isNaN(number))) throw new Error("A call was not answered by the service.");
  return sent;
}

/** All rows, once no simulation waits any more. */
async function settled(page: Page): Promise<readonly EventSummary[]> {
  await noneIs(page, "waiting");
  const rows: EventSummary[] = [];
  for (let more = true; more; ) {
    const before = rows[0]?.id;
    const query = { limit: 500, filter: "", ...(before === undefined ? {} : { before }) };
    const found = await answerOf(page, "journal", "page", query);
    rows.unshift(...found.events);
    more = found.moreBefore;
  }
  return rows;
}

/** Where nobody has confirmed what is read of such webhooks: says yes to what the program proposes for one of them. */
async function confirmOnce(page: Page, rows: readonly EventSummary[]): Promise<void> {
  const asked = rows.find((row) => row.kind === "call" && row.run?.verdict.code === "unconfirmed");
  const delivery = rows.find((row) => row.kind === "delivery" && row.tie?.runId === asked?.id);
  if (asked === undefined || delivery === undefined) return;
  const { reading } = await answerOf(page, "readings", "of", { deliveryId: delivery.id });
  if (reading === null) throw new Error("Nothing is proposed.");
  await answerOf(page, "readings", "confirm", { deliveryId: delivery.id, reading });
  await noneIs(page, "unconfirmed");
}

/** Resolves once no simulation has this verdict. */
async function noneIs(page: Page, verdict: VerdictCode): Promise<void> {
  while ((await answerOf(page, "journal", "page", { limit: 1, filter: `match:${verdict}` })).events.length > 0)
    await pause(100);
}

function numberOf({ path }: DeliverySummary): number {
  return Number(/number=(\d+)$/.exec(path)?.[1] ?? Number.NaN);
}

const isMarked = ({ tie }: DeliverySummary): boolean => tie?.certainty === "ambiguous" || tie?.certainty === "unsure";

function graded(
  deliveries: readonly DeliverySummary[],
  runOf: ReadonlyMap<number, EventId>,
  runs: ReadonlyMap<EventId, RunSummary>,
): Pick<ManyReport, "wrong" | "marked"> {
  const tied = deliveries.filter(({ tie }) => tie !== undefined && tie.runId !== null);
  const wrong = tied.filter((delivery) => {
    const own = runOf.get(numberOf(delivery));
    return delivery.tie?.runId !== own && isNear(delivery, own === undefined ? undefined : runs.get(own));
  });
  return {
    wrong: {
      marked: wrong.filter(isMarked).length,
      unmarked: wrong.filter((each) => !isMarked(each)).map((each) => JSON.stringify(each)),
    },
    marked: tied.filter(isMarked).length,
  };
}

/** Where the machine is so busy that it came after twice the limit, it is not its own simulation's any more. */
function isNear({ at }: DeliverySummary, own: RunSummary | undefined): boolean {
  return own === undefined || at <= own.deadline + (own.deadline - own.startedAt);
}

/** Where the machine is too busy, a webhook really is late; a wrong one that is as late again is nobody's any more. */
function expectedOf({ startedAt, deadline }: RunSummary, fate: Fate, cameAt: Instant | null): VerdictCode {
  const onTime = VERDICTS[fate];
  if (cameAt === null || cameAt <= deadline) return onTime;
  if (onTime !== "mismatch") return "late";
  return cameAt <= deadline + (deadline - startedAt) ? "mismatch" : "missing";
}

/**
 * Nothing about a simulation with values of its own may be in doubt: its verdict follows from what the service did, and
 * when it arrived.
 */
function faultsOf(
  numbered: readonly Sent[],
  fateOf: ReadonlyMap<number, Fate>,
  runs: ReadonlyMap<EventId, RunSummary>,
  deliveries: readonly DeliverySummary[],
  movements: readonly { readonly owner: string }[],
): readonly string[] {
  const faults: string[] = [];
  const own = new Set<number>();
  for (const { place, id, number } of numbered) {
    if (!isOwn(movements[place]?.owner ?? "")) continue;
    own.add(number);
    const run = runs.get(id);
    const first = deliveries.find((delivery) => numberOf(delivery) === number);
    const expected = run === undefined ? "there" : expectedOf(run, fateOf.get(number) ?? "sent", first?.at ?? null);
    const found = run?.verdict.code;
    if (found !== expected) faults.push(`run ${id} is ${found} and should be ${expected}`);
  }
  for (const delivery of deliveries)
    if (own.has(numberOf(delivery)) && isMarked(delivery)) faults.push(`webhook ${delivery.id} is marked without need`);
  return faults;
}
