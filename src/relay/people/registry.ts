import { createHash, randomBytes } from "node:crypto";
import type { Instant } from "../../shared/primitives.ts";

/** A place for one business's webhooks. */
export interface Inbox {
  readonly id: string;
  readonly name: string;
  /** What its senders are answered. */
  readonly status: number;
  readonly body: string;
  /** How long a member's desktop that holds the answer may take, in milliseconds; 0: none may hold it. */
  readonly answerWaitMs: number;
  /** For how many days its webhooks are kept, where that is less than the relay keeps any; 0: as the relay does. */
  readonly keepDays: number;
}

/** What of an inbox can be changed. */
export type InboxChange = Partial<Omit<Inbox, "id">>;
export type NewInbox = Omit<InboxChange, "name">;
export const NEW_INBOX = { status: 200, body: "", answerWaitMs: 2_000, keepDays: 0 } as const;

export interface Member {
  readonly id: number;
  readonly name: string;
}

/** A member as the list shows one. */
export interface ListedMember extends Member {
  readonly state: "invited" | "invitation over" | "member" | "revoked";
  readonly inboxes: readonly string[];
}

/** Who may receive what. Asked at each request and each connection, so there is no answer that is older than some seconds. */
export interface Registry {
  addInbox(name: string, more: NewInbox): Promise<Inbox>;
  /** What is not named stays. Its address does too. @throws RegistryProblem */
  changeInbox(id: string, change: InboxChange): Promise<Inbox>;
  inbox(id: string): Inbox | null;
  inboxes(): readonly Inbox[];
  removeInbox(id: string): Promise<void>;
  /** @returns the code of the invitation, which is kept nowhere */
  invite(name: string, inboxes: readonly string[], until: Instant): Promise<string>;
  /** One use: false for a code that is unknown, over, or was used with another token. */
  join(code: string, token: string, now: Instant): Promise<boolean>;
  /** Has what other relays have written until now: before a token is refused. */
  catchUp(): Promise<void>;
  /** @throws RegistryProblem where it cannot be known at present */
  member(token: string): Member | null;
  inboxesOf(member: Member): readonly Inbox[];
  members(now: Instant): readonly ListedMember[];
  /** Returns how many members of that name, or that number, were put out. */
  revoke(nameOrNumber: string): Promise<number>;
  setting(name: "url"): string | null;
  set(name: "url", value: string): Promise<void>;
  close(): Promise<void>;
}

/** What was asked for cannot be done: a sentence for the command line. */
export class RegistryProblem extends Error {
  override readonly name = "RegistryProblem";
}

/** Tokens and codes are kept as hashes only. They are 256 random bits: nothing is gained by hashing slowly. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");
export const newCode = (): string => randomBytes(32).toString("base64url");
export const newInboxId = (): string => randomBytes(16).toString("hex");

export const isTaken = (name: string): RegistryProblem => new RegistryProblem(`There is an inbox "${name}" already.`);

export const isGone = (): RegistryProblem => new RegistryProblem("There is no such inbox any more.");

/** By its id or by its name. @throws RegistryProblem */
export function findInbox(registry: Registry, text: string): Inbox {
  const inbox = registry.inbox(text) ?? registry.inboxes().find(({ name }) => name === text);
  if (inbox === undefined) throw new RegistryProblem(`There is no inbox "${text}".`);
  return inbox;
}

export function stateOf(
  member: { readonly revoked: boolean; readonly joined: boolean; readonly until: Instant },
  now: Instant,
): ListedMember["state"] {
  if (member.revoked) return "revoked";
  if (member.joined) return "member";
  return member.until > now ? "invited" : "invitation over";
}
