import type { Log } from "../program-log.ts";

const PERIOD_MS = 60_000;
/** So many in a minute are no accident any more: what they come from would go on and on. */
const AT_MOST = 10;

interface Options {
  readonly log: Log;
  /** Ends the program in order: what is under way is saved first. */
  readonly end: () => void;
  readonly now?: () => number;
  readonly program?: Pick<NodeJS.Process, "on">;
}

export type UncaughtErrors = ReturnType<typeof watchUncaughtErrors>;

/**
 * What becomes of an error that nobody caught, the same on both hosts: it is logged, the window is told, and the
 * program goes on, since every part of it keeps its own state on disk; a flood of them ends it in order. Without this
 * Node would end at once, with webhooks under way, and Electron would show a bare box (lib/browser/init.ts).
 */
export function watchUncaughtErrors({ log, end, now = Date.now, program = process }: Options) {
  let tell: ((sentence: string) => void) | null = null;
  let recent: readonly number[] = [];

  function caught(what: string, error: unknown): void {
    log(what, error);
    recent = [...recent.filter((moment) => now() - moment < PERIOD_MS), now()];
    if (tell === null || recent.length > AT_MOST) return end();
    try {
      tell("Something in Linkdesk itself failed. The listener and the event log go on. The log file says more.");
    } catch (failure) {
      log("The window could not be told.", failure);
    }
  }

  program.on("uncaughtException", (error: unknown) => caught("An error that nobody caught.", error));
  program.on("unhandledRejection", (reason: unknown) => caught("A failure that nobody waited for.", reason));
  return {
    /** Told of each, in words for the user. Until somebody listens, which is when the program has started, one ends it. */
    onError(listener: (sentence: string) => void): void {
      tell = listener;
    },
  };
}
