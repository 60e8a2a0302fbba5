import { basicUsernameProblem, headerNameProblem, headerValue } from "../../shared/header-rules.ts";
import type { CredentialState } from "../../shared/outcomes.ts";
import { SECRET_MASK } from "../../shared/primitives.ts";
import type { Authentication } from "../../shared/profile.ts";
import type { HeaderLine } from "../network/index.ts";
import { tokenOf } from "../redactor/index.ts";
import { Refusal } from "../refusal.ts";

/** A profile's further header with its secret filled in; null where a secret one has none set. */
export interface TargetHeader {
  readonly id: string;
  readonly name: string;
  readonly value: string | null;
  readonly secret: boolean;
}

export interface Credentials {
  readonly lines: readonly HeaderLine[];
  readonly state: CredentialState;
  /** Every text that must not be stored: the secrets, and the forms in which they were sent. */
  readonly secrets: readonly string[];
}

/**
 * The header fields that prove who a call is from. A secret that is not set is left out rather than refused: a call
 * without a key is a test of its own, and a 401 then says that the key is missing.
 *
 * @throws Refusal for a secret that no header can carry, naming the part of the profile in its code
 */
export function credentialsOf(
  authentication: Authentication,
  secret: string | null,
  extraHeaders: readonly TargetHeader[],
): Credentials {
  const own = authenticationLine(authentication, secret);
  const lines = [...(own?.lines ?? [])];
  const secrets = [...(own?.secrets ?? [])];
  let missing = authentication.scheme !== "none" && own === null;
  for (const header of extraHeaders) {
    const refused = headerNameProblem(header.name);
    if (refused !== null) throw new Refusal(`profile:header:${header.id}`, refused);
    if (header.value === null) {
      missing = true;
      continue;
    }
    checkValue(header.value, header.name, `profile:header:${header.id}`);
    lines.push(personal(header.name, header.value, header.secret ? SECRET_MASK : header.value));
    if (header.secret) secrets.push(header.value, tokenOf(header.value));
  }
  return { lines, state: missing ? "missing" : secrets.length > 0 ? "sent" : "none", secrets };
}

function authenticationLine(authentication: Authentication, secret: string | null) {
  if (authentication.scheme === "none" || secret === null || secret === "") return null;
  const code = "profile:authentication";
  switch (authentication.scheme) {
    case "header": {
      const refused = headerNameProblem(authentication.name);
      if (refused !== null) throw new Refusal(code, refused);
      checkValue(secret, authentication.name, code);
      return { lines: [personal(authentication.name, secret, SECRET_MASK)], secrets: [secret, tokenOf(secret)] };
    }
    case "bearer": {
      checkValue(secret, "authorization", code);
      const { word = "Bearer" } = authentication;
      const before = word === "" ? "" : `${word} `;
      return { lines: [personal("authorization", before + secret, before + SECRET_MASK)], secrets: [secret] };
    }
    case "basic": {
      const refused = basicUsernameProblem(authentication.username);
      if (refused !== null) throw new Refusal(code, refused);
      const token = Buffer.from(`${authentication.username}:${secret}`, "utf8").toString("base64");
      return { lines: [personal("authorization", `Basic ${token}`, `Basic ${SECRET_MASK}`)], secrets: [secret, token] };
    }
  }
}

function personal(name: string, value: string, shown: string): HeaderLine {
  return { name, value, shown, personal: true };
}

function checkValue(value: string, name: string, code: string): void {
  if (headerValue.safeParse(value).success) return;
  const sentence = `The value set for ${name} has a line break or a character that a header cannot carry. Set it again.`;
  throw new Refusal(code, sentence);
}
