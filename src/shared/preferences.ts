import { z } from "zod";
import { type DeepReadonly, eventId } from "./primitives.ts";
import { updateConsent } from "./updates.ts";

export const theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof theme>;

/** What does not count when two events are compared. */
export const compareRules = z.object({ ids: z.boolean(), times: z.boolean(), itemOrder: z.boolean() });
export type CompareRules = DeepReadonly<z.infer<typeof compareRules>>;

const inspectorTab = z.enum(["overview", "body", "headers", "signature", "answer", "timing"]);
export type InspectorTab = z.infer<typeof inspectorTab>;

const knownSigner = z.object({
  fingerprint: z.string().regex(/^[0-9A-F]{40}$/),
  name: z.string().trim().min(1).max(60),
});

/** What the window remembers for itself. */
export const preferences = z.object({
  theme,
  /** Shares of the window's width in percent: actions, event log, inspector. */
  columns: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  actionTab: z.enum(["link", "credit", "charge"]),
  /** The user agreed to keep secrets on disk although this machine does not protect them. */
  storeSecretsUnprotected: z.boolean(),
  /** Whether a newer version of Linkdesk may be looked for unasked. */
  updates: updateConsent,
  savedFilters: z.array(z.object({ name: z.string().min(1).max(60), filter: z.string().max(2_000) })).max(100),
  compare: compareRules,
  /** Keys of others that case files are signed with, and whose they are. */
  knownSigners: z.array(knownSigner).max(1_000),
  /** Of what happens while the window is in the background. `details`: with amounts and references. */
  notifications: z.object({ on: z.boolean(), details: z.boolean() }),
  /** Whether long lines of a body are broken. */
  wrapBodies: z.boolean(),
  /** What was looked at when Linkdesk was ended. */
  lookedAt: z.object({ filter: z.string().max(2_000), selectedId: eventId.nullable() }),
  /** The inspector's tab in front, for each kind of event that has tabs. */
  inspectorTabs: z.object({ call: inspectorTab, delivery: inspectorTab }),
  /** What was sent last by each form, as its operation and its profile: its answer stands beside it. */
  sentLast: z.record(z.string().max(200), eventId),
});
export type Preferences = DeepReadonly<z.infer<typeof preferences>>;

export const DEFAULT_PREFERENCES: Preferences = {
  theme: "system",
  columns: null,
  actionTab: "credit",
  storeSecretsUnprotected: false,
  updates: "ask",
  savedFilters: [],
  knownSigners: [],
  compare: { ids: true, times: true, itemOrder: false },
  notifications: { on: true, details: false },
  wrapBodies: true,
  lookedAt: { filter: "", selectedId: null },
  inspectorTabs: { call: "overview", delivery: "overview" },
  sentLast: {},
};
