import { z } from "zod";
import { bodyPart, eventDetail, eventSummary } from "./events.ts";
import { journalStatus } from "./journal-status.ts";
import { listenerSettings, listenerStatus } from "./listener.ts";
import { formMemory, formValues, preferences } from "./preferences.ts";
import { base64Text, type DeepReadonly, eventId, instant, type Result } from "./primitives.ts";
import { profileDraft, profileView, secretSlot } from "./profile.ts";
import { retentionSettings } from "./retention.ts";
import { sandboxSettings, sandboxStatus } from "./sandbox.ts";

/**
 * The one contract between the window and the program. Each entry is one call across the bridge: what goes in,
 * what comes out. Renderer types, the preload object, main's registration and the tests' fakes are derived
 * from this object; main parses every input with its schema before a handler sees it.
 */
function entry<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) {
  return { input, output } as const;
}

const nothing = z.null();
const profileId = z.object({ id: z.string() });
const requestId = z.string().min(1).max(100);

const profilesView = z.object({ profiles: z.array(profileView), selectedId: z.string() });

/** A call as asked for by a form: its fields as typed, or a body of the user's own (`Edit body`). */
const callRequest = z.object({
  /** Chosen by the caller, so that it can cancel. */
  requestId,
  profileId: z.string(),
  action: z.discriminatedUnion("operation", [
    z.object({ operation: z.literal("link"), linkId: z.string() }),
    z.object({
      operation: z.literal("credit"),
      body: z.union([formValues.shape.credit, z.object({ raw: z.string() })]),
    }),
    z.object({
      operation: z.literal("charge"),
      body: z.union([formValues.shape.charge, z.object({ raw: z.string() })]),
    }),
  ]),
});

const page = z.object({
  /** Newest last. */
  events: z.array(eventSummary),
  /** Whether there are older and newer ones beyond this page. */
  moreBefore: z.boolean(),
  moreAfter: z.boolean(),
});

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
        /** Whether the system keeps secrets safe for us (keychain, DPAPI, libsecret). */
        secretsProtected: z.boolean(),
      }),
    ),
    /** Opens an https link in the user's browser. */
    openExternal: entry(z.object({ url: z.string() }), nothing),
  },
  preferences: {
    get: entry(nothing, preferences),
    set: entry(preferences.partial(), preferences),
  },
  forms: {
    get: entry(profileId, formMemory),
  },
  profiles: {
    list: entry(nothing, profilesView),
    select: entry(profileId, profilesView),
    create: entry(z.object({ draft: profileDraft }), profileView),
    update: entry(z.object({ id: z.string(), draft: profileDraft }), profileView),
    duplicate: entry(profileId, profileView),
    /** Can be undone with `restore` until Linkdesk is ended. */
    remove: entry(profileId, nothing),
    restore: entry(profileId, profileView),
    /** The text of an export file: profiles without their secrets. */
    exportText: entry(z.object({ ids: z.array(z.string()).min(1) }), z.object({ text: z.string() })),
    importText: entry(z.object({ text: z.string().max(5_000_000) }), z.object({ imported: z.array(profileView) })),
    /** One way only: a secret can be set and removed, never read. */
    setSecret: entry(z.object({ id: z.string(), slot: secretSlot, value: z.string().min(1).max(10_000) }), profileView),
    removeSecret: entry(z.object({ id: z.string(), slot: secretSlot }), profileView),
  },
  calls: {
    /** Resolves when the call has ended, however it ended; the row in the log appears at its start. */
    send: entry(callRequest, z.object({ event: eventDetail })),
    cancel: entry(z.object({ requestId }), z.object({ cancelled: z.boolean() })),
    /** The call as a cURL command, its secrets replaced by placeholders. */
    curl: entry(z.object({ id: eventId }), z.object({ text: z.string() })),
  },
  journal: {
    /**
     * Up to `limit` events next to a key: before it (older), after it (newer), or the newest when neither is
     * given. `filter` is the text of the filter bar; an empty one keeps all.
     */
    page: entry(
      z.object({
        before: eventId.optional(),
        /** 0 stands before the first row: the oldest page. */
        after: z.int().nonnegative().optional(),
        /** Instead of a key: the page around the first event at or after this moment. */
        at: instant.optional(),
        limit: z.int().min(1).max(500),
        filter: z.string().max(2_000),
        requestId: requestId.optional(),
      }),
      page,
    ),
    cancelPage: entry(z.object({ requestId }), nothing),
    detail: entry(z.object({ id: eventId }), eventDetail),
    /** The bytes as they were received or sent, before any decoding. */
    body: entry(z.object({ id: eventId, part: bodyPart }), z.object({ bytes: base64Text })),
    /** The same without its Content-Encoding; refused with the reason when it cannot be decoded. */
    decodedBody: entry(
      z.object({ id: eventId, part: bodyPart }),
      z.object({ bytes: base64Text, encoding: z.string() }),
    ),
    /** Empties the log of all but pinned events. Can be undone with `undoClear` until Linkdesk is ended. */
    clear: entry(nothing, z.object({ cleared: z.int() })),
    undoClear: entry(nothing, nothing),
    /** Deletes what was cleared for good, now instead of at the next start. */
    purgeCleared: entry(nothing, nothing),
    /** Pinned events stay when the log is cleared and when old events are removed. */
    pin: entry(z.object({ id: eventId, pinned: z.boolean() }), nothing),
    retention: entry(nothing, retentionSettings),
    /** Events beyond the limits are removed in small steps, oldest first. */
    configureRetention: entry(retentionSettings, nothing),
    stats: entry(nothing, z.object({ events: z.int(), bytesOnDisk: z.int(), indexLag: z.int() })),
    status: entry(nothing, journalStatus),
  },
  listener: {
    status: entry(nothing, listenerStatus),
    start: entry(nothing, listenerStatus),
    stop: entry(nothing, listenerStatus),
    /** `exposureConfirmed` must be true for any address but loopback: other machines could reach it. */
    configure: entry(z.object({ settings: listenerSettings, exposureConfirmed: z.boolean() }), listenerStatus),
  },
  sandbox: {
    status: entry(nothing, sandboxStatus),
    configure: entry(sandboxSettings, sandboxStatus),
  },
  logos: {
    /** A business's logo, fetched by main with size, type and time capped, as a `data:` URL. */
    fetch: entry(z.object({ url: z.string().max(4_000), profileId: z.string() }), z.object({ dataUrl: z.string() })),
  },
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
  "profiles.changed": profilesView,
  "sandbox.changed": sandboxStatus,
  "preferences.changed": preferences,
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
export type JournalPage = Output<"journal", "page">;
export type ProfilesView = Output<"profiles", "list">;
export type AppInfo = Output<"app", "info">;
