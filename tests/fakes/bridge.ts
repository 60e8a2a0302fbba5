import {
  type Bridge,
  contract,
  type Group,
  type Handlers,
  type Input,
  type Method,
  type Push,
  type PushName,
  pushes,
} from "../../src/shared/contract.ts";
import type { Result } from "../../src/shared/primitives.ts";
import { createFakeProgram, FakeRefusal, type ProgramOptions } from "./program.ts";

/** A call that crossed the fake bridge, as its handler saw it. */
export interface RecordedCall {
  readonly group: Group;
  readonly method: string;
  readonly input: unknown;
}

/** A bridge without a main process behind it: derived from the contract, with a program in memory that answers. */
export interface FakeBridge {
  readonly bridge: Bridge;
  /** Everything that was asked, oldest first. */
  readonly calls: readonly RecordedCall[];
  /** Says something to the window, as main would. */
  push<N extends PushName>(name: N, push: Push<N>): void;
  /** The next call of this method is refused. */
  failNext<G extends Group>(group: G, method: Method<G>, code: string, message: string): void;
  /** Each call of this method is refused until the function that is returned is called: whoever else asks does not use it up. */
  fail<G extends Group>(group: G, method: Method<G>, code: string, message: string): () => void;
  /** Calls of this method get no answer until the function that is returned is called. */
  hold<G extends Group>(group: G, method: Method<G>): () => void;
  /** Replaces one handler. */
  handle<G extends Group, M extends Method<G>>(group: G, method: M, handler: Handlers[G][M]): void;
  /** Resolves with the input of the next call of this method. */
  next<G extends Group, M extends Method<G>>(group: G, method: M): Promise<Input<G, M>>;
}

type AnyHandler = (input: unknown) => unknown;

/** Inputs and outputs are parsed with the contract's schemas: what main could not say, the fake cannot say either. */
export function createFakeBridge(options: Partial<ProgramOptions> = {}): FakeBridge {
  const calls: RecordedCall[] = [];
  const listeners = new Map<PushName, Set<(push: never) => void>>();
  const failures = new Map<string, { code: string; message: string; again: boolean }>();
  const waiting = new Map<string, ((input: unknown) => void)[]>();
  const held = new Map<string, Promise<void>>();

  function push<N extends PushName>(name: N, value: Push<N>): void {
    const parsed = pushes[name].parse(value);
    for (const listener of listeners.get(name) ?? []) listener(parsed as never);
  }

  const handlers = createFakeProgram(push, options) as unknown as Record<string, Record<string, AnyHandler>>;

  async function call(group: Group, method: string, input: unknown): Promise<Result<unknown>> {
    const schemas = (contract[group] as Record<string, { input: Schema; output: Schema }>)[method];
    const handler = handlers[group]?.[method];
    if (schemas === undefined || handler === undefined) throw new Error(`There is no ${group}.${method}.`);
    const parsed = schemas.input.safeParse(input);
    if (!parsed.success)
      return { ok: false, code: "invalid-input", message: `${group}.${method}: ${parsed.error.message}` };
    calls.push({ group, method, input: parsed.data });
    const key = `${group}.${method}`;
    for (const resolve of waiting.get(key) ?? []) resolve(parsed.data);
    waiting.delete(key);
    const failure = failures.get(key);
    if (failure?.again === false) failures.delete(key);
    if (failure !== undefined) return { ok: false, code: failure.code, message: failure.message };
    await held.get(key);
    try {
      const output: unknown = await handler(parsed.data);
      return { ok: true, value: schemas.output.parse(output) };
    } catch (error) {
      if (error instanceof FakeRefusal) return { ok: false, code: error.code, message: error.message };
      throw error;
    }
  }

  const groups = Object.fromEntries(
    Object.entries(contract).map(([group, methods]) => [
      group,
      Object.fromEntries(
        Object.keys(methods).map((method) => [method, (input: unknown) => call(group as Group, method, input)]),
      ),
    ]),
  );

  const bridge = {
    ...groups,
    on(name: PushName, listener: (push: never) => void) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
  } as unknown as Bridge;

  return {
    bridge,
    calls,
    push,
    failNext(group, method, code, message) {
      failures.set(`${group}.${String(method)}`, { code, message, again: false });
    },
    fail(group, method, code, message) {
      const key = `${group}.${String(method)}`;
      failures.set(key, { code, message, again: true });
      return () => failures.delete(key);
    },
    hold(group, method) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(`${group}.${String(method)}`, promise);
      return resolve;
    },
    handle(group, method, handler) {
      const methods = handlers[group];
      if (methods !== undefined) methods[String(method)] = handler as AnyHandler;
    },
    next: (group, method) =>
      new Promise((resolve) => {
        const key = `${group}.${String(method)}`;
        waiting.set(key, [...(waiting.get(key) ?? []), resolve as (input: unknown) => void]);
      }),
  };
}

interface Schema {
  parse(value: unknown): unknown;
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: { message: string } };
}
