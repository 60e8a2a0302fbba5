/** The relay, with one inbox: `DATA [further options]`. */
import { readCommand } from "../../../src/relay/arguments.ts";
import { openPeople } from "../../../src/relay/keeping.ts";
import { startRelay } from "../../../src/relay/relay.ts";
import type { Report } from "./server.ts";

const tell = (report: Report): boolean => process.send?.(report) ?? false;
const [, , data = ".", ...more] = process.argv;
const command = readCommand(["--data", data, "--port", "0", "--address-rate", "0", "--inbox-rate", "0", ...more]);
if (command.do !== "run") throw new Error("The relay is not to be run.");
const people = await openPeople(command.options, true);
const inbox = (await people.registry.addInbox("bench", { status: 200, body: "" })).id;
const relay = await startRelay(command.options);

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  void fetch(`${relay.url}/metrics`)
    .then((answer) => answer.text())
    .then((text) => {
      const kept = /^relay_requests_kept_total (\d+)$/m.exec(text)?.[1];
      tell({ recorded: Number(kept ?? 0), processor: user + system });
    });
});
process.on("disconnect", () => void relay.close().then(() => process.exit(0)));
tell({ url: `${relay.url}/in/${inbox}` });
