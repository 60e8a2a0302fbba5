import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Journal } from "../../src/main/journal/index.ts";
import { openJournal } from "../../src/main/journal/index.ts";
import { journalThread } from "../support/threads.ts";
import { floodBody } from "./flood-body.ts";

const FLOOD = new URL("./flood.ts", import.meta.url).pathname;

/** Acknowledged deliveries before a kill, at least. */
export const FEWEST = 20;

interface Acknowledged {
  readonly id: number;
  readonly sequence: number;
}

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly faults: readonly string[];
}

/**
 * Floods a journal from another process, kills that with SIGKILL at a random moment, opens the journal and looks
 * for every delivery that was acknowledged: there, once, whole. Again and again, in the same folder.
 */
export async function runKillRounds(folder: string, rounds: number): Promise<KillReport> {
  const all: Acknowledged[] = [];
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Numbers that were under way when the last one was killed may be used again; a gap keeps them apart.
    const first = (all.at(-1)?.sequence ?? 0) + 1_000;
    const { acknowledged, endedBy } = await floodAndKill(folder, first);
    if (endedBy !== "SIGKILL") faults.push(`round ${round}: the flood ended by itself (${endedBy})`);
    if (acknowledged.length === 0) faults.push(`round ${round}: nothing was acknowledged`);
    all.push(...acknowledged.toSorted((a, b) => a.sequence - b.sequence));
    const journal = await openJournal({ folder, thread: journalThread, now: () => Date.now() * 1_000 });
    try {
      faults.push(...(await check(journal, acknowledged, round)));
      if (round === rounds - 1) faults.push(...(await checkAll(journal, all)));
    } finally {
      await journal.close();
    }
  }
  return { kills: rounds, acknowledged: all.length, faults };
}

interface Flood {
  readonly acknowledged: readonly Acknowledged[];
  readonly endedBy: string;
}

async function floodAndKill(folder: string, first: number): Promise<Flood> {
  const child = spawn(process.execPath, [FLOOD, folder, String(first)], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: Acknowledged[] = [];
  const lines = createInterface({ input: child.stdout });
  // From the very first acknowledgement to well into the flood, indexing and checkpoints.
  const until = Math.floor(FEWEST + Math.random() ** 2 * 2_000);
  for await (const line of lines) {
    const [id, sequence] = line.split(" ").map(Number);
    if (id !== undefined && sequence !== undefined) acknowledged.push({ id, sequence });
    if (acknowledged.length === until) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { acknowledged, endedBy: child.signalCode ?? `exit code ${child.exitCode}` };
}

/** Every delivery of this round with its bytes; and what the kill left open is closed, and told. */
async function check(journal: Journal, acknowledged: readonly Acknowledged[], round: number): Promise<string[]> {
  const faults: string[] = [];
  if (journal.problem() !== null) faults.push(`round ${round}: ${journal.problem()?.sentence}`);
  for (const { id, sequence } of acknowledged) {
    const body = await journal.body(id, "request");
    if (body === null) faults.push(`round ${round}: delivery ${sequence} is missing as row ${id}`);
    else if (Buffer.compare(body, floodBody(sequence)) !== 0) faults.push(`round ${round}: row ${id} has other bytes`);
  }
  const newest = (await journal.page({ limit: 500, filter: "" })).events;
  const open = newest.filter(
    (event) =>
      (event.kind === "call" && event.outcome === null) ||
      (event.kind === "delivery" && event.answerState === "pending"),
  );
  if (open.length > 0) faults.push(`round ${round}: ${open.length} rows are still open`);
  const last = newest.at(-1);
  if (last?.kind !== "notice" || last.notice.code !== "gap") faults.push(`round ${round}: the gap is not told`);
  return faults;
}

/** No delivery is there twice: bodies are as good as unique. */
async function checkAll(journal: Journal, all: readonly Acknowledged[]): Promise<string[]> {
  const seen = new Map<string, number>();
  const faults: string[] = [];
  for (let after = 0, more = true; more; ) {
    const page = await journal.page({ after, limit: 500, filter: "kind:delivery" });
    for (const { id } of page.events) {
      const body = Buffer.from((await journal.body(id, "request")) ?? []).toString("latin1");
      const twin = seen.get(body);
      if (twin !== undefined) faults.push(`rows ${twin} and ${id} are the same delivery`);
      seen.set(body, id);
      after = id;
    }
    more = page.moreAfter;
  }
  if (seen.size < all.length) faults.push(`${all.length} were acknowledged, ${seen.size} are there`);
  return faults;
}
