import { type CallField, fieldOfServiceName, refusedField, serviceNameIn } from "../../../../shared/call-fields.ts";
import type { CallDetail } from "../../../../shared/events.ts";
import type { Operation } from "../../../../shared/outcomes.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import type { RunSummary } from "../../../../shared/run.ts";
import { bodyTextOf } from "../form/body-text.ts";
import { FORMS, type Values } from "../form/forms.ts";

/** What was handed to main: the fields, or a body of the user's own in their place. */
export interface Sent {
  readonly values: Values;
  readonly rawBody: string | null;
}

interface Started {
  /** Chosen here, so that the call can be cancelled. */
  readonly requestId: string;
  readonly sent: Sent;
}

/** The latest sending of one form: under way, ended with an event in the log, or refused before it went out. */
export type FormCall =
  | (Started & {
      readonly state: "busy";
      /** Milliseconds on the window's monotonic clock. */
      readonly startedAt: number;
      readonly cancelling: boolean;
    })
  | (Started & {
      readonly state: "ended";
      readonly event: CallDetail;
      /** What has become of a simulation so far; null for a look-up, and until it is known. */
      readonly run: RunSummary | null;
      /** The events that stood here before, of which this one is the same call sent again. */
      readonly former?: readonly EventId[];
      /** It stood beside the form when Linkdesk was ended: no news that the form would be scrolled to. */
      readonly broughtBack?: true;
    })
  | (Started & { readonly state: "refused"; readonly code: string; readonly message: string });

/** The service's objections by the name of a field, as they came; the empty name stands for no field. */
export interface FieldErrors {
  readonly field: string;
  readonly messages: readonly string[];
}

function serviceErrors(call: FormCall): readonly FieldErrors[] {
  if (call.state !== "ended") return [];
  const { outcome } = call.event.summary;
  if (outcome?.code !== "status") return [];
  const errors = Object.entries(outcome.errors).map(([field, messages]) => ({ field, messages }));
  // What is said of the whole may be about one value all the same.
  const field = errors.length > 0 || ![400, 422].includes(outcome.status) ? null : serviceNameIn(outcome.message ?? "");
  return field === null ? errors : [{ field, messages: [outcome.message ?? ""] }];
}

/** Whether a form's fields on screen have one for what the service calls `field`. */
function placed(operation: Operation, field: string): CallField | null {
  const name = fieldOfServiceName(field);
  return FORMS[operation].fields.some((spec) => spec.name === name) ? name : null;
}

/**
 * What the last call says about the fields on screen: objections of the service, and main's own refusals that
 * name a field. A message is about the value that was sent, so it goes as soon as that value is changed.
 */
export function fieldMessages(
  operation: Operation,
  call: FormCall | undefined,
  values: Values,
): Readonly<Partial<Record<CallField, string>>> {
  if (call === undefined || call.sent.rawBody !== null) return {};
  const messages: Partial<Record<CallField, string>> = {};
  const errors = serviceErrors(call);
  for (const { name } of FORMS[operation].fields) {
    if (call.sent.values[name] !== values[name]) continue;
    const objections = errors.filter(({ field }) => placed(operation, field) === name).flatMap((each) => each.messages);
    if (objections.length > 0) messages[name] = objections.join(" ");
    else if (call.state === "refused" && refusedField(call.code) === name) messages[name] = call.message;
  }
  return messages;
}

/** The objections that no field on screen stands for: the panel lists them. */
export function unplacedErrors(operation: Operation, call: FormCall): readonly FieldErrors[] {
  const errors = serviceErrors(call);
  if (call.sent.rawBody !== null) return errors;
  return errors.filter(({ field, messages }) => placed(operation, field) === null || messages.length === 0);
}

/**
 * Whether the form has other values than the answer beside it is about.
 *
 * @param ownBody the body that stands in the place of the fields and says something else; null where they count
 */
export function isOfOtherValues(
  operation: Operation,
  call: FormCall | undefined,
  values: Values,
  ownBody: string | null,
): boolean {
  if (call?.state !== "ended") return false;
  const { rawBody, values: sent } = call.sent;
  if (ownBody !== null || rawBody !== null)
    return (ownBody ?? bodyTextOf(operation, values)) !== (rawBody ?? bodyTextOf(operation, sent));
  // Where a tag was added, the remark that was sent is another one than was typed.
  const isTagged = call.event.expectation?.tag != null;
  return FORMS[operation].fields.some(
    ({ name }) => !(isTagged && name === "remark") && (sent[name] ?? "") !== (values[name] ?? ""),
  );
}
