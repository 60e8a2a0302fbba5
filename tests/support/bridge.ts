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

/** The bytes of a body that the bridge has told of: in the answer, or fetched by the page from the address in it. */
export async function contentOf(
  page: Page,
  told: { readonly bytes: string } | { readonly address: string },
): Promise<Buffer> {
  if ("bytes" in told) return Buffer.from(told.bytes, "base64");
  const base64 = await page.evaluate(async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The body is not there: ${response.status}`);
    const url = await new Promise<unknown>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      void response.blob().then((blob) => reader.readAsDataURL(blob));
    });
    return String(url).slice(String(url).indexOf(",") + 1);
  }, told.address);
  return Buffer.from(base64, "base64");
}
