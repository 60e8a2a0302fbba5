import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createForeignFiles, type ForeignFiles } from "../../src/main/evidence/index.ts";
import type { OpenedFile } from "../../src/shared/case-file.ts";
import type { EventDetail } from "../../src/shared/events.ts";
import { evidenceThread, journalThread } from "../support/threads.ts";
import type { exportsOf } from "./exports-of.ts";

type Exporting = Awaited<ReturnType<typeof exportsOf>>;

interface Options {
  /** The installation that looks at the files; a stranger to whoever wrote them when left out. */
  readonly as?: Exporting;
  /** A folder that a program had before. */
  readonly home?: string;
  readonly known?: readonly { readonly fingerprint: string; readonly name: string }[];
}

/** Opens files in a folder of its own, which is looked at afterwards. */
export function openedOf({ as, known = [], home = mkdtempSync(join(tmpdir(), "linkdesk-opened-")) }: Options = {}) {
  const folder = join(home, "opened");
  const told: (OpenedFile | null)[] = [];
  const progress: number[] = [];
  const files: ForeignFiles = createForeignFiles({
    folder,
    threads: { journal: journalThread, evidence: evidenceThread },
    now: () => Date.now() * 1_000,
    acquaintance: async () => ({
      own: as === undefined ? null : await as.signer.own(),
      known,
      original: async (id, part) => (as === undefined ? null : as.journal.body(id, part)),
    }),
    onProgress: ({ done }) => progress.push(done),
    onChange: (opened) => told.push(opened),
  });
  return {
    files,
    home,
    folder,
    told,
    progress,
    check: async (path: string) => files.check(await files.offer(path), "check"),
    open: async (path: string) => files.open(await files.offer(path), "open"),
    /** The events of the file that is open, with their bodies. */
    async events() {
      const { journal } = files.log();
      const { events } = await journal.page({ after: 0, limit: 500, filter: "" });
      return (await journal.whole(events.map(({ id }) => id))).events;
    },
    /** What is left in the folder; nothing where that is gone, too. */
    leftovers: () => (existsSync(folder) ? readdirSync(folder) : []),
    async dispose(): Promise<void> {
      await files.close();
      if (!basename(home).startsWith("linkdesk-opened-")) return;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What of an event a HAR file has a place for. */
export function wire({
  detail,
  bodies,
}: {
  readonly detail: EventDetail;
  readonly bodies: { request: Uint8Array | null; answer: Uint8Array | null };
}) {
  const bytes = (body: Uint8Array | null) => Buffer.from(body ?? []).toString("latin1");
  return {
    headers: detail.kind === "notice" ? [] : detail.request.headers,
    answered: detail.kind === "notice" ? [] : (detail.answer?.headers ?? []),
    request: bytes(bodies.request),
    answer: bytes(bodies.answer),
  };
}
