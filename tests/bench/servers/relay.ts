/** The relay, with one inbox. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readCommand } from "../../../src/relay/arguments.ts";
import { openRegistry } from "../../../src/relay/people/sqlite-registry.ts";
import { startRelay } from "../../../src/relay/relay.ts";
import type { Report } from "./server.ts";

const tell = (report: Report): boolean => process.send?.(report) ?? false;
const [, , data = "."] = process.argv;
const people = openRegistry(data);
const inbox = (await people.addInbox("bench", { status: 200, body: "" })).id;
const command = readCommand(["--data", data, "--port", "0", "--address-rate", "0", "--inbox-rate", "0"]);
if (command.do !== "run") throw new Error("The relay is not to be run.");
const relay = await startRelay(command.options);
const requests = new DatabaseSync(join(data, "requests.sqlite"), { readOnly: true });
const last = requests.prepare("SELECT last FROM ends");

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  tell({ recorded: Number(last.get()?.["last"] ?? 0), processor: user + system });
});
process.on("disconnect", () => void relay.close().then(() => process.exit(0)));
tell({ url: `${relay.url}/in/${inbox}` });
