import type { Page } from "playwright";
import type { Bridge, Group, Input, Method, Output } from "../../../src/shared/contract.ts";
import type { Result } from "../../../src/shared/primitives.ts";

/** Asks the app's main process through the window's own bridge. */
export async function askBridge<G extends Group, M extends Method<G>>(
  page: Page,
  group: G,
  method: M,
  input: Input<G, M>,
): Promise<Output<G, M>> {
  const asked: unknown = await page.evaluate(
    ([wantedGroup, wantedMethod, given]) => {
      const { linkdesk } = window as unknown as { readonly linkdesk: Bridge };
      const methods = linkdesk[wantedGroup as Group] as Record<string, (input: unknown) => Promise<unknown>>;
      return methods[wantedMethod]?.(given);
    },
    [group, String(method), input] as [string, string, unknown],
  );
  const result = asked as Result<Output<G, M>>;
  if (!result.ok) throw new Error(result.message);
  return result.value;
}
