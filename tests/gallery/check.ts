import { AxeBuilder } from "@axe-core/playwright";
import { inGallery } from "./open.ts";

// Looks for accessibility faults in every state whose name contains the first argument, in both themes.

// Base UI hides the page behind an open list of suggestions from assistive technology while the focus stays in the
// field. Axe wants nothing focusable in there; here Tab closes the list and uncovers the page before it moves on.
// And a menu hangs at the end of the page, outside of all landmarks: it is reached from its button, and named by it.
const ACCEPTED: readonly { readonly state: string; readonly rules: readonly string[] }[] = [
  { state: "actions-suggestions", rules: ["aria-hidden-focus", "page-has-heading-one", "region"] },
  { state: "log-completion", rules: ["aria-hidden-focus", "page-has-heading-one", "region"] },
  { state: "switcher", rules: ["region"] },
  { state: "profiles-signature-schemes", rules: ["region"] },
  { state: "inspector-body-menu", rules: ["region"] },
  { state: "inspector-repeat", rules: ["region"] },
  { state: "inspector-tabs", rules: ["region"] },
  { state: "log-menu", rules: ["region"] },
  { state: "log-clear", rules: ["region"] },
  { state: "replay-menu", rules: ["region"] },
  { state: "readings-menu", rules: ["region"] },
  // Base UI hides an urgent message, and reads it out from an element of its own until the focus is in it.
  { state: "readings-refused", rules: ["aria-hidden-focus"] },
  { state: "messages-", rules: ["aria-hidden-focus"] },
];

let faults = 0;
await inGallery({ wanted: process.argv[2] ?? "", sizes: ["small"] }, async (page, name) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const violation of violations) {
    if (ACCEPTED.some(({ state, rules }) => name.startsWith(state) && rules.includes(violation.id))) continue;
    faults += 1;
    console.log(`${name}: ${violation.id}: ${violation.help}`);
    for (const node of violation.nodes.slice(0, 4))
      console.log(`  ${node.html.slice(0, 160)}\n  ${node.failureSummary?.split("\n")[1]}`);
  }
});
console.log(faults === 0 ? "No faults." : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
