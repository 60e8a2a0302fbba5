import { z } from "zod";
import { addressStatus } from "./address.ts";
import { scriptStatus } from "./answer-script.ts";
import { attemptSeries } from "./attempts.ts";
import { attention } from "./attention.ts";
import { offeredFile, openedFile } from "./case-file.ts";
import { address } from "./contract/address.ts";
import { calls } from "./contract/calls.ts";
import { entry, nothing, profileId, requestId } from "./contract/entry.ts";
import { evidence } from "./contract/evidence.ts";
import { inbox } from "./contract/inbox.ts";
import { journal } from "./contract/journal.ts";
import { opened } from "./contract/opened.ts";
import { playbookOffer, playbookRunning, playbooks } from "./contract/playbooks.ts";
import { profiles, profilesView } from "./contract/profiles.ts";
import { readings } from "./contract/readings.ts";
import { signatures } from "./contract/signatures.ts";
import { dashboardAddress, diagnosis as diagnosisSchema } from "./diagnosis.ts";
import { eventDetail, eventSummary } from "./events.ts";
import { exportProgress } from "./evidence.ts";
import { formMemory, formValues, keptBodies } from "./form-memory.ts";
import { inboxStatuses } from "./inbox.ts";
import { journalStatus } from "./journal-status.ts";
import { listenerSettings, listenerStatus } from "./listener.ts";
import { preferences as preferencesSchema } from "./preferences.ts";
import { type DeepReadonly, eventId, instant, type Result } from "./primitives.ts";
import { replayRequest } from "./replay.ts";
import { runDetail, runsChange } from "./run.ts";
import { sandboxSettings, sandboxStatus } from "./sandbox.ts";
import { pageFindings, selfCheckReport } from "./self-check.ts";
import { profilesOffer } from "./transfer-file.ts";
import { updateStatus } from "./updates.ts";

const aboutRun = z.object({ runId: eventId.nullable() });

/**
 * The one contract between the window and the program. Each entry is one call across the bridge: what goes in,
 * what comes out. Renderer types, the preload object, main's registration and the tests' fakes are derived
 * from this object; main parses every input with its schema before a handler sees it.
 */
export const contract = {
  app: {
    /** What runs here: shown in About and in the window's footer. */
    info: entry(
      nothing,
      z.object({
        version: z.string(),
        host: z.enum(["electron", "chromium"]),
        platform: z.string(),
        dataFolder: z.string(),
        /**
         * Whether the system keeps secrets safe for us (keychain, DPAPI, libsecret); null while it has not answered.
         */
        secretsProtected: z.boolean().nullable(),
      }),
    ),
    /** What the last check of this machine has found; null when this version has made none yet. */
    selfCheck: entry(nothing, selfCheckReport.nullable()),
    /** Checks this machine now, which takes some seconds. */
    runSelfCheck: entry(nothing, selfCheckReport),
    /** The page's answer to the push `app.check-page`. */
    pageLooked: entry(z.object({ findings: pageFindings }), z.null()),
    /** Shows that something happened, on the icon and as a notification. */
    callAttention: entry(attention, nothing),
    /** Shows everything larger, smaller or as large as it was; false where the window has that by its own keys only. */
    zoom: entry(z.object({ how: z.enum(["in", "out", "reset"]) }), z.object({ done: z.boolean() })),
    /** Shows the log file in the system's file manager; the path, for who has none. Refused `not-shown` without one. */
    showLog: entry(nothing, z.object({ file: z.string() })),
    /** What somebody who helps needs to know, to be pasted: no secret and no body. */
    diagnostics: entry(nothing, z.object({ text: z.string() })),
  },
  preferences: {
    get: entry(nothing, preferencesSchema),
    set: entry(preferencesSchema.partial(), preferencesSchema),
  },
  forms: {
    get: entry(profileId, formMemory),
    /** What was typed and not sent: its forms begin with it the next time. */
    keep: entry(z.object({ id: z.string(), values: formValues.partial(), bodies: keptBodies }), nothing),
  },
  profiles,
  calls,
  journal,
  attempts: {
    /** All times that the webhook of a delivery was sent, known by its bytes or by its id. */
    of: entry(z.object({ id: eventId }), attemptSeries),
  },
  diagnosis: {
    /** Looks into every cause that can be looked into at once. */
    check: entry(aboutRun, diagnosisSchema),
    /** Remembers the address on the dashboard in the profile, and compares it. Empty: it is not known any more. */
    setAddress: entry(aboutRun.extend({ address: z.string().max(2_000) }), diagnosisSchema),
    /**
     * Sends a request of our own through that address and sees whether it arrives here. Takes up to fifteen seconds.
     * `address`: through one that is proposed in its place.
     */
    prove: entry(aboutRun.extend({ address: dashboardAddress.optional() }), diagnosisSchema),
  },
  listener: {
    status: entry(nothing, listenerStatus),
    start: entry(nothing, listenerStatus),
    stop: entry(nothing, listenerStatus),
    /** `exposureConfirmed` must be true for any address but loopback: other machines could reach it. */
    configure: entry(z.object({ settings: listenerSettings, exposureConfirmed: z.boolean() }), listenerStatus),
    /** How far the answer script of the selected profile is. */
    scriptStatus: entry(nothing, scriptStatus),
    /** Begins that script again from its first step. */
    restartScript: entry(nothing, scriptStatus),
  },
  address,
  inbox,
  sandbox: {
    status: entry(nothing, sandboxStatus),
    configure: entry(sandboxSettings, sandboxStatus),
  },
  logos: {
    /** A business's logo, fetched by main with size, type and time capped, as a `data:` URL. */
    fetch: entry(z.object({ url: z.string().max(4_000), profileId: z.string() }), z.object({ dataUrl: z.string() })),
  },
  runs: {
    /** `id` is that of the run's call. Refused with `no-run` when it is no longer in the log. */
    get: entry(z.object({ id: eventId }), runDetail),
    /** By hand: never overruled by what comes later. Refused when the call was made after the webhook came. */
    tie: entry(z.object({ deliveryId: eventId, runId: eventId }), nothing),
    /** The user says that a webhook belongs to no run. */
    untie: entry(z.object({ deliveryId: eventId }), nothing),
    /** Takes back what was decided by hand. */
    decideAgain: entry(z.object({ deliveryId: eventId }), nothing),
  },
  /** A newer version of Linkdesk. Whether it is looked for unasked is a preference (`updates`). */
  updates: {
    status: entry(nothing, updateStatus),
    /** Looks now; being asked to is consent enough. */
    check: entry(nothing, updateStatus),
    download: entry(nothing, updateStatus),
    /** Ends Linkdesk in order, installs, and starts the new version. */
    install: entry(nothing, updateStatus),
  },
  signatures,
  replay: {
    /**
     * Sends a delivery again. Resolves when that has ended, however it ended; its row appears at the start. Refused
     * with `destination-not-agreed` for a host beyond this machine that the user was not asked about.
     */
    send: entry(replayRequest, z.object({ event: eventDetail })),
    cancel: entry(z.object({ requestId }), z.object({ cancelled: z.boolean() })),
  },
  readings,
  evidence,
  playbooks,
  opened,
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
    /** Amended faster than rows are sent: these were left out of `amended`; ask anew for those that are held. */
    outdated: z.array(eventId).optional(),
  }),
  /** How far a clear of what a filter shows has come, of which every body may have to be looked through. */
  "journal.clearing": z.object({ cleared: z.int().nonnegative(), searchedTo: instant }),
  "journal.status": journalStatus,
  "listener.changed": listenerStatus,
  "address.changed": addressStatus,
  "inbox.changed": inboxStatuses,
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
  /** What a playbook does now, at every step and when something came after its end. */
  "playbooks.running": playbookRunning,
  /** A playbook's file was opened with Linkdesk from outside; nothing is imported before the user has said so. */
  "playbooks.offered": playbookOffer,
  "updates.changed": updateStatus,
  /** How far checking or opening a file is. */
  "opened.progress": exportProgress,
  /** A file was opened, or the one that was open is closed. */
  "opened.changed": openedFile.nullable(),
  /** The system asked for this file to be opened. */
  "opened.offered": offeredFile,
  /** How far looking through or writing an export is, in rows of the log. */
  "evidence.progress": exportProgress,
  /** The page is to look at what it depends on, the functions of these groups among it; it answers `app.pageLooked`. */
  "app.check-page": z.object({ groups: z.record(z.string(), z.array(z.string())) }),
  /** A check of this machine is done. */
  "app.self-checked": selfCheckReport,
  /** Chosen in the application menu. */
  "app.command": z.object({
    command: z.enum([
      "palette",
      "export",
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

/** Where nothing comes out, a handler need not say so. */
type Given<Value> = [Value] extends [null] ? Value | void : Value;

/** One handler per entry; main registers exactly this. A handler refuses by throwing `Refusal`. */
export type Handlers = {
  readonly [G in Group]: {
    readonly [M in Method<G>]: (input: Parsed<G, M>) => Promise<Given<Output<G, M>>> | Given<Output<G, M>>;
  };
};

export type CallRequest = Parsed<"calls", "send">;
export type ConnectionTest = Parsed<"calls", "testConnection">;
export type { ConnectionTested } from "./contract/calls.ts";
export type DeliveryReading = Output<"readings", "of">;
export type { EventChoice } from "./contract/journal.ts";
export type JournalPage = Output<"journal", "page">;
export type ProfilesView = Output<"profiles", "list">;
export type PlaybookOffer = Output<"playbooks", "read">;
export type PlaybookRunning = Push<"playbooks.running">;
export type AppInfo = Output<"app", "info">;
