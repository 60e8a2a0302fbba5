import {
  type CaseManifest,
  caseManifest,
  caseSignature,
  type FileCheck,
  type SignedBy,
} from "../../../shared/case-file.ts";
import type { BodyPart } from "../../../shared/events.ts";
import type { RedactedPart } from "../../../shared/evidence.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { Refusal } from "../../refusal.ts";
import { readLines } from "../opening/lines.ts";
import { createLineCheck } from "./line-marks.ts";
import { openPacked, type PackedParts, refused } from "./read-zip.ts";
import { type Seal, signerOf } from "./seal.ts";
import { MANIFEST, SIGNATURE } from "./write-case.ts";

/** The part of a case file that is read when it is opened. */
export const EVENTS_PART = "events.ndjson";

const LARGEST_MANIFEST = 8_388_608;
const FIRST_NAMED = 20;

/** What is known of signers where a file is checked; on a command line that may be nothing. */
export interface Acquaintance {
  /** The key of this installation; null where it has none. */
  readonly own: Pick<Seal, "fingerprint" | "commitment"> | null;
  /** Fingerprints that were given names. */
  readonly known: readonly { readonly fingerprint: string; readonly name: string }[];
  /** The bytes of a body of one's own log; null where it is not there any more. */
  readonly original: (id: EventId, part: BodyPart) => Promise<Uint8Array | null>;
}

export const NOBODY: Acquaintance = { own: null, known: [], original: async () => null };

export type CaseCheck = Extract<FileCheck, { is: "case" }>;
type CheckedPart = CaseCheck["parts"][number];

interface Checking {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, of: number) => void;
}

/**
 * Says of a case file whether it is whole, what was altered, what was left out and who has signed it. Offline; reads all of
 * it, keeps nothing.
 *
 * @param name what the file is called
 * @throws Refusal `not-a-case`, `newer`; whatever the signal ends with
 */
export async function checkCase(
  file: { readonly path: string; readonly name: string; readonly size: number },
  acquaintance: Acquaintance,
  { signal, progress }: Checking = {},
): Promise<CaseCheck> {
  const packed = await openPacked(file.path);
  try {
    const bytes = await packed.small(MANIFEST, LARGEST_MANIFEST);
    const { parts: named, ...manifest } = manifestOf(bytes);
    const signedBy = await signerIn(packed, bytes, acquaintance);
    const leftOut = createLeftOut(signedBy.by === "own" ? acquaintance : null, manifest.id);
    const total = packed.names.reduce((sum, name) => sum + packed.sizeOf(name), 0);
    let done = 0;
    const passed = (count: number): void => {
      signal?.throwIfAborted();
      done += count;
      progress?.(done, total);
    };
    const parts: CheckedPart[] = [];
    for (const part of named) {
      if (!packed.names.includes(part.name)) parts.push({ name: part.name, state: "missing" });
      else parts.push({ name: part.name, ...(await stateOf(packed, part, leftOut, passed)) });
    }
    const known = new Set([MANIFEST, SIGNATURE, ...named.map(({ name }) => name)]);
    for (const name of packed.names) if (!known.has(name)) parts.push({ name, state: "added" });
    const whole = signedBy.by !== "none" && parts.every(({ state }) => state === "whole");
    const { name, size } = file;
    return { is: "case", file: name, size, whole, signedBy, parts, manifest, ...leftOut.told() };
  } catch (error) {
    signal?.throwIfAborted();
    throw refused(error);
  } finally {
    packed.close();
  }
}

function manifestOf(bytes: Buffer): CaseManifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new Refusal("not-a-case", "The manifest of this file is damaged, so nothing can be said of it.");
  }
  const version = typeof value === "object" && value !== null && "linkdeskCase" in value ? value.linkdeskCase : null;
  if (typeof version === "number" && version > 1)
    throw new Refusal(
      "newer",
      "This file was written by a newer version of Linkdesk. Install that version to open it.",
    );
  const manifest = caseManifest.safeParse(value);
  if (!manifest.success) throw new Refusal("not-a-case", "The manifest of this file is not one of Linkdesk.");
  return manifest.data;
}

async function signerIn(packed: PackedParts, manifest: Buffer, { own, known }: Acquaintance): Promise<SignedBy> {
  if (!packed.names.includes(SIGNATURE)) return { by: "none", why: "missing" };
  const bytes = await packed.small(SIGNATURE, LARGEST_MANIFEST);
  const signature = caseSignature.safeParse(jsonOrNull(bytes.toString("utf8")));
  const fingerprint = signature.success ? signerOf(manifest, signature.data) : null;
  if (fingerprint === null) return { by: "none", why: "broken" };
  if (fingerprint === own?.fingerprint) return { by: "own", fingerprint };
  const name = known.find((each) => each.fingerprint === fingerprint)?.name;
  return name === undefined ? { by: "unknown", fingerprint } : { by: "known", fingerprint, name };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a part to its end; of the events also what was left out of them. */
async function stateOf(
  packed: PackedParts,
  named: CaseManifest["parts"][number],
  leftOut: LeftOut,
  passed: (count: number) => void,
): Promise<Omit<CheckedPart, "name">> {
  const hash = createLineCheck(named.marks ?? []);
  async function* counted(): AsyncIterable<Uint8Array> {
    for await (const piece of await packed.stream(named.name)) {
      const bytes = piece as Buffer;
      hash.add(bytes);
      passed(bytes.byteLength);
      yield bytes;
    }
  }
  try {
    if (named.name === EVENTS_PART) await leftOut.read(counted());
    else for await (const _ of counted());
  } catch (error) {
    passed(0);
    // What cannot be unpacked, or read, is not what was written: that is the finding, and no failure.
    if (!(error instanceof Error)) throw error;
    return altered(hash.end().from);
  }
  const { size, sha256, from } = hash.end();
  return size === named.size && sha256 === named.sha256 ? { state: "whole" } : altered(from);
}

function altered(from: NonNullable<CheckedPart["from"]> | null): Omit<CheckedPart, "name"> {
  return from === null ? { state: "altered" } : { state: "altered", from };
}

type LeftOut = ReturnType<typeof createLeftOut>;

/** Counts what was left out of the events, and holds it against one's own log where that can be. */
function createLeftOut(acquaintance: Acquaintance | null, caseId: string) {
  const found = new Map<RedactedPart, { events: number; first: EventId[] }>();
  const originals = { held: 0, agree: 0 };
  return {
    async read(pieces: AsyncIterable<Uint8Array>): Promise<void> {
      for await (const { event, commitments } of readLines(pieces)) {
        const { id } = event.detail.summary;
        for (const part of event.redacted) {
          const known = found.get(part) ?? { events: 0, first: [] };
          known.events += 1;
          if (known.first.length < FIRST_NAMED) known.first.push(id);
          found.set(part, known);
          if (part === "details" || acquaintance === null || acquaintance.own === null) continue;
          const bytes = await acquaintance.original(id, part);
          if (bytes === null) continue;
          originals.held += 1;
          if (acquaintance.own.commitment({ caseId, id, part }, bytes) === commitments[part]) originals.agree += 1;
        }
      }
    },
    told: (): Pick<CaseCheck, "leftOut" | "originals"> => ({
      leftOut: [...found].map(([part, { events, first }]) => ({ part, events, first })),
      originals: acquaintance === null ? null : originals,
    }),
  };
}
