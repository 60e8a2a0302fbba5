import type { Page } from "playwright/test";
import type { Bridge, Group, Input, Method, Output } from "../../src/shared/contract.ts";
import type { Result } from "../../src/shared/primitives.ts";

declare global {
  interface Window {
    /** What preload puts into the page: the way that everything in the window takes to the program. */
    readonly linkdesk?: Bridge;
  }
}

/** Asks the running program something, from within its page and through its bridge. */
export async function ask<G extends Group, M extends Method<G>>(
  page: Page,
  group: G,
  method: M,
  input: Input<G, M>,
): Promise<Result<Output<G, M>>> {
  const result: unknown = await page.evaluate(
    ([askedGroup, askedMethod, asked]) => {
      const methods = window.linkdesk?.[askedGroup as Group] as
        | Readonly<Record<string, (input: unknown) => Promise<unknown>>>
        | undefined;
      return methods?.[askedMethod as string]?.(asked);
    },
    [group, method, input] as const,
  );
  return result as Result<Output<G, M>>;
}

/** As `ask`, for what must not be refused. */
export async function answerOf<G extends Group, M extends Method<G>>(
  page: Page,
  group: G,
  method: M,
  input: Input<G, M>,
): Promise<Output<G, M>> {
  const result = await ask(page, group, method, input);
  if (!result.ok) throw new Error(`${group}.${String(method)} was refused: ${result.message}`);
  return result.value;
}
