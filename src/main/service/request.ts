import { callBody, operationPath } from "../../shared/call-body.ts";
import { type Action, type CallField, fieldProblems, fieldRefusalCode } from "../../shared/call-fields.ts";
import type { Facts } from "../../shared/events.ts";
import { member, parseJson } from "../../shared/json/parse.ts";
import { type Authentication, baseUrlProblem } from "../../shared/profile.ts";
import { withoutEnd } from "../../shared/text-ends.ts";
import type { ComposedRequest, HeaderLine } from "../network/index.ts";
import { Refusal } from "../refusal.ts";
import { type Credentials, credentialsOf, type TargetHeader } from "./credentials.ts";

/** Where a call goes and what it proves itself with, all secrets filled in. Never leaves this module. */
export interface ServiceTarget {
  readonly baseUrl: string;
  readonly authentication: Authentication;
  /** null: none is set. */
  readonly secret: string | null;
  readonly extraHeaders: readonly TargetHeader[];
}

export interface PreparedCall {
  readonly wire: ComposedRequest;
  /** The whole address, as the path is sent. */
  readonly url: string;
  readonly credentials: Credentials;
  readonly facts: Facts;
}

/**
 * Everything about a call that is known before it goes out.
 *
 * @throws Refusal; its code names the field of the form (`field:amount`) or the part of the profile
 * (`profile:baseUrl`, `profile:authentication`, `profile:header:<id>`) that the sentence is about
 */
export function prepareCall(action: Action, target: ServiceTarget, userAgent: string): PreparedCall {
  for (const [field, problem] of Object.entries(fieldProblems(action)))
    throw new Refusal(fieldRefusalCode(field as CallField), problem);
  const problem = baseUrlProblem(target.baseUrl);
  if (problem !== null) throw new Refusal("profile:baseUrl", problem);
  const base = new URL(target.baseUrl);
  const path = withoutEnd(base.pathname, "/") + operationPath(action);
  const text = callBody(action);
  const credentials = credentialsOf(target.authentication, target.secret, target.extraHeaders);
  return {
    wire: {
      target: base,
      path,
      method: action.operation === "link" ? "GET" : "POST",
      headers: headerLines(text !== null, userAgent, credentials.lines),
      body: text === null ? null : new TextEncoder().encode(text),
    },
    url: base.origin + path,
    credentials,
    facts: factsOf(action),
  };
}

/** Ours first, then the profile's; one of the profile's takes the place of ours of the same name. */
function headerLines(hasBody: boolean, userAgent: string, own: readonly HeaderLine[]): HeaderLine[] {
  const ours: [string, string][] = [
    ["accept", "application/json"],
    // The bytes of the answer are evidence, so they are asked for as they are.
    ["accept-encoding", "identity"],
    ["user-agent", userAgent],
  ];
  if (hasBody) ours.push(["content-type", "application/json"]);
  const replaced = new Set(own.map(({ name }) => name.toLowerCase()));
  const kept = ours.filter(([name]) => !replaced.has(name));
  return [...kept.map(([name, value]) => ({ name, value, shown: value, personal: false })), ...own];
}

/** What the call says, for its row: as typed, or as far as a body of the user's own can be read. */
function factsOf(action: Action): Facts {
  if (action.operation === "link") return { subject: "link", linkId: action.linkId };
  if (!("raw" in action.body)) return { subject: action.operation, ...action.body };
  const parsed = parseJson(action.body.raw);
  const read = (key: string): string | undefined => {
    const node = parsed.ok ? member(parsed.root, key) : undefined;
    if (node?.kind === "string") return node.value;
    return node?.kind === "number" ? node.text : undefined;
  };
  const found = Object.entries({
    amount: read("amount"),
    currency: read("currency"),
    userReference: action.operation === "credit" ? read("user_reference") : undefined,
    from: action.operation === "charge" ? read("from") : undefined,
    to: action.operation === "charge" ? read("to") : undefined,
    remark: action.operation === "charge" ? read("remark") : undefined,
  }).filter(([, value]) => value !== undefined);
  return { subject: action.operation, ...Object.fromEntries(found) };
}
