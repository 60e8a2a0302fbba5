import { AxeBuilder } from "@axe-core/playwright";
import { inGallery } from "./open.ts";

// Looks for accessibility faults in every state whose name contains the first argument, in both themes.

let faults = 0;
await inGallery({ wanted: process.argv[2] ?? "", sizes: ["small"] }, async (page, name) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const violation of violations) {
    faults += 1;
    console.log(`${name}: ${violation.id}: ${violation.help}`);
    for (const node of violation.nodes.slice(0, 4))
      console.log(`  ${node.html.slice(0, 160)}\n  ${node.failureSummary?.split("\n")[1]}`);
  }
});
console.log(faults === 0 ? "No faults." : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
