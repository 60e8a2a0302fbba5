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
  const [result] = await askEach(page, [[group, String(method), input]]);
  return result as Result<Output<G, M>>;
}

export type Question = readonly [group: Group, method: string, input: unknown];

/** Asks one thing after the other and takes all answers home at once: on the way there and back most of the work is done. */
export async function askEach(page: Page, questions: readonly Question[]): Promise<readonly Result<unknown>[]> {
  const results: unknown = await page.evaluate(async (asked) => {
    const answers: unknown[] = [];
    for (const [group, method, input] of asked) {
      const methods = window.linkdesk?.[group] as
        | Readonly<Record<string, (input: unknown) => Promise<unknown>>>
        | undefined;
      answers.push(await methods?.[method]?.(input));
    }
    return answers;
  }, questions);
  return results as readonly Result<unknown>[];
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
