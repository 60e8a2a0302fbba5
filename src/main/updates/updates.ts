import { errorText } from "../../shared/primitives.ts";
import { NOTES_LIMIT, type UpdateConsent, type UpdateOffer, type UpdateStatus } from "../../shared/updates.ts";
import type { Host } from "../hosts/host.ts";
import { Refusal } from "../refusal.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Not while everything else starts. */
const FIRST_LOOK_MS = 30_000;

export type Updates = ReturnType<typeof createUpdates>;

interface Dependencies {
  readonly source: Host["updates"];
  readonly consent: () => UpdateConsent;
  readonly timers: { after(milliseconds: number, action: () => void): () => void };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onStatus: (status: UpdateStatus) => void;
  readonly log: (message: string, error?: unknown) => void;
}

/**
 * Looks for a newer version once a day after the user has agreed, and never before. Fetching and installing are each
 * asked for; nothing happens at the end of the program by itself.
 */
export function createUpdates({ source, consent, timers, now, onStatus, log }: Dependencies) {
  let status: UpdateStatus = source.available
    ? { state: "idle", source: source.address, checkedAt: null }
    : { state: "unavailable", reason: source.reason };
  let cancelTimer: (() => void) | null = null;
  let agreed = consent();

  function become(next: UpdateStatus): UpdateStatus {
    status = next;
    onStatus(next);
    return next;
  }

  /** Takes one step; its failure is a state with a way on. */
  async function step(
    during: "check" | "download" | "install",
    offer: UpdateOffer | null,
    act: (address: string, updater: Updater) => Promise<UpdateStatus>,
  ): Promise<UpdateStatus> {
    if (!source.available) throw new Refusal("no-updates", source.reason);
    try {
      return become(await act(source.address, source.updater));
    } catch (error) {
      log(`An update could not be had (${during}).`, error);
      return become({ state: "failed", source: source.address, during, message: explain(error, during), offer });
    }
  }

  async function check(): Promise<UpdateStatus> {
    // What is under way or on the disk already is not looked for again.
    if (status.state !== "idle" && status.state !== "failed" && status.state !== "available") {
      if (status.state === "unavailable") throw new Refusal("no-updates", status.reason);
      return status;
    }
    return step("check", null, async (address, updater) => {
      become({ state: "checking", source: address });
      const found = await updater.check();
      if (found === null) return { state: "idle", source: address, checkedAt: now() };
      return {
        state: "available",
        source: address,
        version: found.version.slice(0, 100),
        notes: plainNotes(found.notes),
      };
    });
  }

  function lookLater(milliseconds: number): void {
    cancelTimer?.();
    cancelTimer = null;
    if (!source.available || consent() !== "on") return;
    cancelTimer = timers.after(milliseconds, () => {
      lookLater(DAY_MS);
      void check();
    });
  }
  lookLater(FIRST_LOOK_MS);

  return {
    status: (): UpdateStatus => status,
    /** @throws Refusal when there are no updates here; a look that fails is a status, not an error */
    check,
    /** @throws Refusal when nothing is there to be fetched */
    async download(): Promise<UpdateStatus> {
      const offer = offerOf(status, ["available", "failed"]);
      if (offer === null) throw new Refusal("nothing-to-download", "There is no newer version to download.");
      return step("download", offer, async (address, updater) => {
        become({ state: "downloading", source: address, ...offer, percent: 0 });
        await updater.download((percent) => {
          if (status.state === "downloading")
            become({ ...status, percent: Math.min(100, Math.max(0, Math.round(percent))) });
        });
        return { state: "ready", source: address, ...offer };
      });
    },
    /** @throws Refusal when nothing has been fetched */
    async install(): Promise<UpdateStatus> {
      const offer = offerOf(status, ["ready"]);
      if (offer === null) throw new Refusal("nothing-to-install", "No newer version has been downloaded.");
      return step("install", offer, async (address, updater) => {
        const installing = become({ state: "installing", source: address, version: offer.version });
        await updater.install();
        return installing;
      });
    },
    /** To be called when preferences change: looks for a newer version if consent was given just now. */
    preferencesChanged: (): void => {
      if (consent() === agreed) return;
      agreed = consent();
      lookLater(0);
    },
    /** No more looks by itself. */
    close: (): void => {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}

type Updater = Extract<Host["updates"], { readonly available: true }>["updater"];

/** What is offered, if the status is one of these and has an offer. */
function offerOf(status: UpdateStatus, states: readonly UpdateStatus["state"][]): UpdateOffer | null {
  if (!states.includes(status.state)) return null;
  if (status.state === "failed") return status.offer;
  return "notes" in status ? { version: status.version, notes: status.notes } : null;
}

const NEXT = {
  check: "Try again later.",
  download: "Nothing was installed. Try again, or download it from the project’s page.",
  install: "The version that you have goes on working.",
} as const;

/** electron-updater's codes and Chromium's network errors, for somebody who has never heard of either. */
function explain(error: unknown, during: keyof typeof NEXT): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = errorText(error);
  const next = NEXT[during];
  if (code === "ERR_UPDATER_INVALID_SIGNATURE" || /code signature|not signed/i.test(message))
    return `What was downloaded is not signed by the makers of this Linkdesk, so it was not used. ${next}`;
  if (code === "ERR_CHECKSUM_MISMATCH" || /checksum mismatch/i.test(message))
    return `What was downloaded is damaged, so it was thrown away. ${next}`;
  const network = /net::(ERR_[A-Z_]+)|\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN)\b/.exec(message);
  if (network !== null) return `The place of the updates could not be reached (${network[1] ?? network[2]}). ${next}`;
  if (code.startsWith("HTTP_ERROR") || /\b40[34]\b/.test(message))
    return `The place of the updates has no release for this computer. ${next}`;
  if (code === "ENOSPC") return "The disk is full. Free some space and try again.";
  return `It did not work (${code === "" ? "no reason given" : code}). ${next}`;
}

/** Tags that end a line where they begin or end. */
const BLOCK = /<\/?(?:p|div|h[1-6]|ul|ol|li|br|tr|table|pre|blockquote|hr|section)\b[^>]*>/gi;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
/** Before anything is searched: somebody else's text of any length is not to keep the program busy. */
const READ_AT_MOST = 2 * NOTES_LIMIT;

/**
 * Release notes as plain text. They come as HTML (GitHub), as text, or as a list of either, one for each version. The
 * window shows text as text, so this is for the eye, not for safety.
 */
export function plainNotes(value: unknown): string {
  const parts = Array.isArray(value) ? value.map((each: unknown) => noteOf(each)) : [noteOf(value)];
  const text = parts
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, READ_AT_MOST)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/<li\b[^>]*>/gi, "\n• ")
    .replaceAll(BLOCK, "\n")
    .replaceAll(/<\/?[a-z][^>]*>|<!--[\s\S]*?-->/gi, "")
    .replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,5});/gi, entity)
    .replaceAll(/(?<![ \t])[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return text.length <= NOTES_LIMIT ? text : `${text.slice(0, NOTES_LIMIT - 1)}…`;
}

function noteOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || !("note" in value)) return "";
  return typeof value.note === "string" ? value.note : "";
}

function entity(whole: string, name: string): string {
  if (!name.startsWith("#")) return NAMED[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}
