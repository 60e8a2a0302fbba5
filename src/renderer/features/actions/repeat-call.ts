import type { Bridge, Output } from "../../../shared/contract.ts";
import type { CallDetail, EventDetail, ProfileStamp } from "../../../shared/events.ts";
import { listText } from "../../../shared/measures.ts";
import type { Result } from "../../../shared/primitives.ts";
import { exactUtf8 } from "../../../shared/utf8.ts";
import { visibleText } from "../../../shared/visible-text.ts";
import { bodyBytes } from "../../core/body-bytes.ts";
import { settle } from "../../core/bridge.ts";

/** Sends a recorded call once more, the same bytes by the same profile; ends when the call has. */
export async function repeatCall(bridge: Bridge, detail: CallDetail): Promise<Result<Output<"calls", "send">>> {
  const { id, operation, profile, facts } = detail.summary;
  if (operation === "replay" || operation === "recorded")
    return { ok: false, code: "replay", message: "Only a call of the service can be sent again." };
  const text = await sentText(bridge, detail);
  if (!text.ok) return text;
  const action =
    operation === "link"
      ? ({ operation, linkId: facts.linkId ?? "" } as const)
      : ({ operation, body: { raw: text.value } } as const);
  return settle(bridge.calls.send({ requestId: crypto.randomUUID(), profileId: profile.id, action, repeatOf: id }));
}

/** " with the profile “Acme”"; empty where that is the one in use: else another service gets the calls. */
export function withOtherProfiles(
  profiles: readonly Pick<ProfileStamp, "id" | "name">[],
  inUse: string | null,
): string {
  return profiles.every(({ id }) => id === inUse) ? "" : ` with ${profilesText(profiles)}`;
}

/** "the profiles “Acme” and “Sandbox”". */
export function profilesText(profiles: readonly Pick<ProfileStamp, "id" | "name">[]): string {
  const names = [...new Map(profiles.map(({ id, name }) => [id, `“${visibleText(name)}”`])).values()];
  return `the ${names.length === 1 ? "profile" : "profiles"} ${listText(names)}`;
}

/** The same of calls that were sent. */
export function byOtherProfile(sent: readonly EventDetail[], inUse: string | null): string {
  return withOtherProfiles(
    sent.flatMap(({ summary }) => (summary.kind === "call" ? [summary.profile] : [])),
    inUse,
  );
}

/**
 * The body of a recorded call as the text that makes the same bytes again; empty for a look-up. Refused when the
 * bytes are no text: then no text could make them.
 */
export async function sentText(bridge: Bridge, { summary, request }: CallDetail): Promise<Result<string>> {
  if (request.size === 0) return { ok: true, value: "" };
  const body = await bodyBytes(bridge, { id: summary.id, part: "request" });
  if (!body.ok) return body;
  const value = exactUtf8(body.value);
  return value === null
    ? { ok: false, code: "not-text", message: "The body of this call is not text, so it cannot be sent again." }
    : { ok: true, value };
}
