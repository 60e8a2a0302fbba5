/** The relay, with one inbox: `DATA [further options]`. */
import { readCommand } from "../../../src/relay/arguments.ts";
import { openPeople } from "../../../src/relay/keeping.ts";
import { startRelay } from "../../../src/relay/relay.ts";
import { report } from "./report.ts";

const [, , data = ".", ...more] = process.argv;
const command = readCommand(["--data", data, "--port", "0", "--address-rate", "0", "--inbox-rate", "0", ...more]);
if (command.do !== "run") throw new Error("The relay is not to be run.");
const people = await openPeople(command.options, true);
const inbox = (await people.registry.addInbox("bench", { status: 200, body: "" })).id;
const relay = await startRelay(command.options);

report({
  url: `${relay.url}/in/${inbox}`,
  async recorded() {
    const text = await (await fetch(`${relay.url}/metrics`)).text();
    return Number(/^relay_requests_kept_total (\d+)$/m.exec(text)?.[1] ?? 0);
  },
  close: () => relay.close(),
});
