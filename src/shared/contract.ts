import { z } from "zod";
import { scriptStatus } from "./answer-script.ts";
import { app } from "./contract/app.ts";
import { attempts } from "./contract/attempts.ts";
import { calls } from "./contract/calls.ts";
import { diagnosis } from "./contract/diagnosis.ts";
import { forms } from "./contract/forms.ts";
import { journal } from "./contract/journal.ts";
import { listener } from "./contract/listener.ts";
import { logos } from "./contract/logos.ts";
import { preferences } from "./contract/preferences.ts";
import { profiles, profilesView } from "./contract/profiles.ts";
import { readings } from "./contract/readings.ts";
import { replay } from "./contract/replay.ts";
import { runs } from "./contract/runs.ts";
import { sandbox } from "./contract/sandbox.ts";
import { signatures } from "./contract/signatures.ts";
import { updates } from "./contract/updates.ts";
import { eventSummary } from "./events.ts";
import { journalStatus } from "./journal-status.ts";
import { listenerStatus } from "./listener.ts";
import { preferences as preferencesSchema } from "./preferences.ts";
import type { DeepReadonly, Result } from "./primitives.ts";
import { runsChange } from "./run.ts";
import { sandboxStatus } from "./sandbox.ts";
import { selfCheckReport } from "./self-check.ts";
import { profilesOffer } from "./transfer-file.ts";
import { updateStatus } from "./updates.ts";

/**
 * The one contract between the window and the program. Each entry is one call across the bridge: what goes in,
 * what comes out. Renderer types, the preload object, main's registration and the tests' fakes are derived
 * from this object; main parses every input with its schema before a handler sees it.
 */
export const contract = {
  app,
  preferences,
  forms,
  profiles,
  calls,
  journal,
  attempts,
  diagnosis,
  listener,
  sandbox,
  logos,
  runs,
  updates,
  signatures,
  replay,
  readings,
} as const;

/** What main tells the window without being asked. */
export const pushes = {
  "journal.changed": z.object({
    appended: z.array(eventSummary),
    /** Rows that were appended before and have gone on since: an answer came, a call ended. */
    amended: z.array(eventSummary),
    /** The log was cleared or a clear was undone: windows onto it must be asked for anew. */
    reset: z.boolean(),
    /** Appended faster than rows are sent: this many were left out of `appended`; page for them. */
    skipped: z.int().nonnegative(),
  }),
  "journal.status": journalStatus,
  "listener.changed": listenerStatus,
  "script.changed": scriptStatus,
  "profiles.changed": profilesView,
  "sandbox.changed": sandboxStatus,
  "preferences.changed": preferencesSchema,
  /** What became of simulations, and which webhooks are tied to them. */
  "runs.changed": runsChange,
  /** A profile's log is read and judged anew after a change of its readings; over when `done` has reached `of`. */
  "readings.progress": z.object({ profileId: z.string(), done: z.int().nonnegative(), of: z.int().nonnegative() }),
  /** An export file was opened with Linkdesk from outside; nothing is imported before the user has said so. */
  "profiles.offered": profilesOffer,
  "updates.changed": updateStatus,
  /** The page is to look at what it depends on, the functions of these groups among it; it answers `app.pageLooked`. */
  "app.check-page": z.object({ groups: z.record(z.string(), z.array(z.string())) }),
  /** A check of this machine is done. */
  "app.self-checked": selfCheckReport,
  /** Chosen in the application menu. */
  "app.command": z.object({
    command: z.enum([
      "palette",
      "preferences",
      "profiles",
      "listener",
      "focus-link",
      "focus-credit",
      "focus-charge",
      "about",
    ]),
  }),
} as const;

export type Contract = typeof contract;
export type Group = keyof Contract;
export type Method<G extends Group> = keyof Contract[G];

type EntryOf<G extends Group, M extends Method<G>> = Contract[G][M] extends { input: infer I; output: infer O }
  ? { input: I; output: O }
  : never;

/** What a caller passes: before defaults are filled in. */
export type Input<G extends Group, M extends Method<G>> = EntryOf<G, M>["input"] extends z.ZodType
  ? DeepReadonly<z.input<EntryOf<G, M>["input"]>>
  : never;
/** What a handler receives: parsed. */
export type Parsed<G extends Group, M extends Method<G>> = EntryOf<G, M>["input"] extends z.ZodType
  ? DeepReadonly<z.output<EntryOf<G, M>["input"]>>
  : never;
export type Output<G extends Group, M extends Method<G>> = EntryOf<G, M>["output"] extends z.ZodType
  ? DeepReadonly<z.output<EntryOf<G, M>["output"]>>
  : never;

export type PushName = keyof typeof pushes;
export type Push<N extends PushName> = DeepReadonly<z.output<(typeof pushes)[N]>>;

/** The frozen object that preload exposes as `window.linkdesk`. */
export type Bridge = {
  readonly [G in Group]: {
    readonly [M in Method<G>]: (input: Input<G, M>) => Promise<Result<Output<G, M>>>;
  };
} & {
  /** Calls back on each push of that name; returns how to stop. */
  readonly on: <N extends PushName>(name: N, listener: (push: Push<N>) => void) => () => void;
};

/** One handler per entry; main registers exactly this. A handler refuses by throwing `Refusal`. */
export type Handlers = {
  readonly [G in Group]: {
    readonly [M in Method<G>]: (input: Parsed<G, M>) => Promise<Output<G, M>> | Output<G, M>;
  };
};

export type CallRequest = Parsed<"calls", "send">;
export type DeliveryReading = Output<"readings", "of">;
export type { EventChoice } from "./contract/journal.ts";
export type JournalPage = Output<"journal", "page">;
export type ProfilesView = Output<"profiles", "list">;
export type AppInfo = Output<"app", "info">;
