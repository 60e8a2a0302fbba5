import type { z } from "zod";
import { contract, type Handlers } from "../../shared/contract.ts";
import type { Result } from "../../shared/primitives.ts";
import type { BridgeCall } from "../hosts/host.ts";
import { Refusal } from "../refusal.ts";
import { describeIssues, problemSentence } from "./sentence.ts";

interface Dependencies {
  readonly handlers: Handlers;
  /** Told what went wrong inside a handler, never what was passed to it: an input can be a secret. */
  readonly log: (message: string, error: unknown) => void;
}

interface Entry {
  readonly input: z.ZodType;
  readonly handler: (input: unknown) => unknown;
}

/**
 * The one way from the window into the program. What arrives is not trusted: the names must be in the contract
 * and the input must be what the contract says. Both hosts check the sender before they call this.
 *
 * @returns a function that never throws; a refusal comes back as `{ ok: false, code, message }`:
 *   `unknown-call`, `invalid-input`, the code of a handler's own `Refusal`, or `internal`
 */
export function createBridge({ handlers, log }: Dependencies): BridgeCall {
  return async (group, method, input) => {
    try {
      const entry = findEntry(handlers, group, method);
      if (entry === null) return refused("unknown-call", "Linkdesk does not know this call.");
      const parsed = entry.input.safeParse(input, { error: problemSentence });
      if (!parsed.success) return refused("invalid-input", describeIssues(parsed.error.issues));
      return { ok: true, value: (await entry.handler(parsed.data)) ?? null };
    } catch (thrown) {
      if (thrown instanceof Refusal) return refused(thrown.code, thrown.message);
      // The names are known to be the contract's own here: findEntry does not throw.
      log(`The call ${group}.${method} failed.`, thrown);
      return refused("internal", "Something went wrong inside Linkdesk. Nothing that is already recorded is lost.");
    }
  };
}

/** Own properties only: `__proto__`, `constructor` and their like are on every object, and are no entries. */
function findEntry(handlers: Handlers, group: unknown, method: unknown): Entry | null {
  if (typeof group !== "string" || typeof method !== "string") return null;
  const schemas = own<Record<string, { input: z.ZodType }>>(contract, group);
  const functions = own<Record<string, Entry["handler"]>>(handlers, group);
  if (schemas === undefined || functions === undefined) return null;
  const schema = own<{ input: z.ZodType }>(schemas, method);
  const handler = own<Entry["handler"]>(functions, method);
  return schema === undefined || handler === undefined ? null : { input: schema.input, handler };
}

/** A property by a name that is not trusted. The caller knows the type of this object's properties. */
function own<Value>(holder: object, name: string): Value | undefined {
  return Object.hasOwn(holder, name) ? (holder as Record<string, Value>)[name] : undefined;
}

function refused(code: string, message: string): Result<never> {
  return { ok: false, code, message };
}
