import { z } from "zod";
import { answerScript, DEFAULT_ANSWER_SCRIPT } from "./answer-script.ts";
import { dashboardAddress } from "./diagnosis.ts";
import { headerName, headerValue } from "./header-rules.ts";
import { httpAddressProblem } from "./http-address.ts";
import type { DeepReadonly } from "./primitives.ts";
import { readings } from "./reading.ts";
import { redactionRules } from "./redaction-rules.ts";
import { DEFAULT_REPLAY_SETTINGS, replaySettings } from "./replay.ts";
import { DEFAULT_RUN_SETTINGS, runSettings } from "./run.ts";
import { signatureSettings } from "./signature.ts";

export const mode = z.enum(["sandbox", "test", "live", "unset"]);
export type Mode = z.infer<typeof mode>;

/**
 * How a call proves who it is from. The specification names no scheme, so the profile chooses.
 * The secret itself lives in the vault under the slot `authentication`, never here.
 */
export const authentication = z.discriminatedUnion("scheme", [
  z.object({ scheme: z.literal("none") }),
  z.object({ scheme: z.literal("header"), name: headerName.max(200) }),
  z.object({
    scheme: z.literal("bearer"),
    /** What stands before the token in place of `Bearer`; empty: nothing. */
    word: z
      .string()
      .max(60, "At most 60 characters.")
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/, "One word of letters, digits and dashes, such as Token or ApiKey.")
      .optional(),
  }),
  z.object({ scheme: z.literal("basic"), username: z.string().max(1_000, "At most 1 000 characters.") }),
]);
export type Authentication = DeepReadonly<z.infer<typeof authentication>>;

/** A further header of every call. A secret one keeps its value in the vault under `header:<id>`. */
export const extraHeader = z.object({
  id: z.string().min(1).max(100),
  name: headerName.max(200, "At most 200 characters."),
  value: headerValue.max(8_192, "At most 8 192 characters."),
  secret: z.boolean(),
});
export type ExtraHeader = DeepReadonly<z.infer<typeof extraHeader>>;

/**
 * Why a text cannot be a base URL, or null when it can. `http` or `https`, any port, any path; a name and
 * password inside the address are refused because addresses are shown and stored in clear text.
 */
export function baseUrlProblem(text: string): string | null {
  if (text === "") return "Enter the address of the service, for example https://api.example.com.";
  const problem = httpAddressProblem(text);
  if (problem !== null) return problem;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    return "Leave name and password out of the address; choose Basic under Authentication.";
  if (url.search !== "" || url.hash !== "" || text.includes("?") || text.includes("#"))
    return "Leave out everything from ? or # on; paths of calls are added to this address.";
  return null;
}

const shared = {
  name: z.string().trim().min(1, "Give the profile a name.").max(80, "At most 80 characters."),
  mode,
  /** For a sandbox profile this is unused: the embedded sandbox knows its own address. */
  baseUrl: z.string().max(2_000, "At most 2 000 characters."),
  authentication,
  extraHeaders: z.array(extraHeader).max(50),
  /** Milliseconds until the connection must stand, and until the whole answer must be here. */
  timeouts: z.object({
    connectMs: z.int().min(100, "At least 100 ms.").max(600_000, "At most ten minutes."),
    totalMs: z.int().min(100, "At least 100 ms.").max(600_000, "At most ten minutes."),
  }),
  /** How many units of `amount` make one of the currency (100 for kobo and naira); null: not known. */
  unitsPerCurrency: z.int().min(1).max(1_000_000_000).nullable(),
  /** How deliveries are checked; null: not at all. Profiles of older versions do not have it. */
  signature: signatureSettings.nullable().default(null),
  /** How its simulations are followed. Profiles of older versions do not have it. */
  runs: runSettings.default(DEFAULT_RUN_SETTINGS),
  /** What its webhooks say and where, as confirmed by the user; the newest last. */
  readings,
  /** What the listener does with deliveries while this profile is selected. */
  answerScript,
  /** The webhook URL on the business dashboard, as the user pasted it; empty when it is not known. */
  dashboardUrl: dashboardAddress.default(""),
  /** Where its deliveries may be sent to, and whether they are handed on. Profiles of older versions do not have it. */
  replay: replaySettings.default({ ...DEFAULT_REPLAY_SETTINGS, agreedDestinations: [] }),
  /** What exports leave out besides what they know of. Profiles of older versions do not have it. */
  redactionRules: redactionRules.default([]),
  /** Its webhooks come by a relay and not to this machine's listener. Profiles of older versions do not have it. */
  relayOnly: z.boolean().default(false),
};

function checkBaseUrl(
  draft: { mode: Mode; baseUrl: string },
  context: { addIssue(issue: { code: "custom"; message: string; path: string[] }): void },
): void {
  if (draft.mode === "sandbox") return;
  const problem = baseUrlProblem(draft.baseUrl);
  if (problem !== null) context.addIssue({ code: "custom", message: problem, path: ["baseUrl"] });
}

/** A profile as the user writes it: all but its identity. */
export const profileDraft = z.object(shared).superRefine(checkBaseUrl);
export type ProfileDraft = DeepReadonly<z.infer<typeof profileDraft>>;

/** A profile as it is stored. */
export const profile = z.object({ id: z.string().min(1).max(100), ...shared }).superRefine(checkBaseUrl);
export type Profile = DeepReadonly<z.infer<typeof profile>>;

/** The name of a place in the vault that a profile's secret is kept under. */
export const secretSlot = z.string().regex(/^(authentication|(header|signature):.+)$/);

/** `session`: kept in memory only, because this machine offers no real protection and no consent was given. */
export const secretState = z.enum(["unset", "stored", "session"]);
export type SecretState = z.infer<typeof secretState>;

/** A profile as the renderer sees it: which secrets are set, never what they are. */
export const profileView = z.object({
  profile,
  secrets: z.record(z.string(), secretState),
});
export type ProfileView = DeepReadonly<z.infer<typeof profileView>>;

/** The one profile that is always there: it leads to the embedded sandbox. */
export const SANDBOX_PROFILE_ID = "sandbox";

/**
 * Headers that carry nothing but a secret. Their value goes to the vault even when nobody ticked "secret", so that
 * it can get neither into the settings file nor into an export.
 */
export function alwaysSecret(header: string): boolean {
  return /^((proxy-)?authorization|cookie|(x-)?api-?key|x-(auth|access)-(key|token)|x-(secret|csrf)(-(key|token))?)$/i.test(
    header,
  );
}

/** A new, empty profile: mode not chosen yet, so no simulation can go out by accident. */
export const NEW_PROFILE: ProfileDraft = {
  name: "",
  mode: "unset",
  baseUrl: "",
  authentication: { scheme: "header", name: "x-api-key" },
  extraHeaders: [],
  timeouts: { connectMs: 10_000, totalMs: 30_000 },
  unitsPerCurrency: null,
  signature: null,
  runs: DEFAULT_RUN_SETTINGS,
  readings: [],
  answerScript: DEFAULT_ANSWER_SCRIPT,
  dashboardUrl: "",
  replay: DEFAULT_REPLAY_SETTINGS,
  redactionRules: [],
  relayOnly: false,
};
