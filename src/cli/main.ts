import { runCommand } from "./index.ts";

// Run by plain Node: what is built of it lies beside the hosts' entries.
process.exit(await runCommand(process.argv.slice(2)));
