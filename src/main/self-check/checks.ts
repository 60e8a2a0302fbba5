import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statfsSync, writeSync } from "node:fs";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getCACertificates } from "node:tls";
import { acquireInstanceLock } from "../hosts/instance-lock.ts";
import type { MachineCheck } from "../hosts/machine-check.ts";
import type { Journal } from "../journal/index.ts";
import { DOCTOR_HASHES, missingHashes } from "../signatures/index.ts";
import { probeThread, type Threads } from "../threads.ts";

/** What both hosts stand on: the machine, and the Node that is built into the program. */
export interface Ground {
  readonly dataFolder: string;
  readonly threads: Threads;
  readonly journal: Pick<Journal, "problem" | "stats">;
}

export function checksOf({ dataFolder, threads, journal }: Ground): readonly MachineCheck[] {
  return [
    {
      what: "Disk",
      without: "Settings and the event log are not kept.",
      look: () => writeAndReplace(dataFolder),
    },
    {
      what: "One program at a time",
      without: "Two of them could write to the same folder.",
      look() {
        const second = acquireInstanceLock(dataFolder);
        if (second === null) return "a second start is told that the first is running";
        second.release();
        throw new Error("The folder is not held by this program");
      },
    },
    {
      what: "Event log",
      without: "Webhooks are answered with an error and not kept.",
      async look() {
        const problem = journal.problem();
        if (problem !== null) throw new Error(`It cannot be written to (${problem.code})`);
        const { events } = await journal.stats();
        return `open, ${events} event${events === 1 ? "" : "s"}`;
      },
    },
    {
      what: "Search index",
      without: "Searching reads every event, which takes longer in a large log.",
      look() {
        const database = new DatabaseSync(":memory:");
        try {
          database.exec("CREATE VIRTUAL TABLE words USING fts5 (text, content = '', detail = none)");
          return `SQLite ${String(database.prepare("SELECT sqlite_version() AS version").get()?.["version"])} with full-text search`;
        } finally {
          database.close();
        }
      },
    },
    {
      what: "Threads",
      without: "The event log and the search for the cause of a bad signature do not run.",
      async look() {
        await probeThread(threads.doctor);
        const { copied } = threads;
        return copied === null ? "started from the program’s own files" : `started from memory, since ${copied}`;
      },
    },
    {
      what: "Hashes",
      without: "The search for the cause of a bad signature leaves them out.",
      look() {
        const missing = missingHashes();
        if (missing.length > 0) throw new Error(`${missing.join(", ")} cannot be computed here`);
        return `${DOCTOR_HASHES.length} of ${DOCTOR_HASHES.length}`;
      },
    },
    {
      what: "System certificates",
      without: "Node’s own list is trusted, and NODE_EXTRA_CA_CERTS.",
      look() {
        const count = getCACertificates("system").length;
        if (count === 0) throw new Error("The system names none");
        return `${count} of the system, ${getCACertificates("bundled").length} of Node`;
      },
    },
    {
      what: "Listening on this machine",
      without: "No webhook can arrive.",
      look: listenAndAsk,
    },
  ];
}

/** As settings are written: a new file, flushed, in the place of the former. */
function writeAndReplace(folder: string): string {
  const [fresh, file] = [join(folder, "self-check.new"), join(folder, "self-check.tmp")];
  try {
    const descriptor = openSync(fresh, "w", 0o600);
    try {
      writeSync(descriptor, "kept");
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(fresh, file);
    if (readFileSync(file, "utf8") !== "kept") throw new Error("What was written reads otherwise");
  } finally {
    for (const each of [fresh, file]) rmSync(each, { force: true });
  }
  const { bavail, bsize } = statfsSync(folder);
  return `written, flushed and replaced; ${Math.floor((bavail * bsize) / 1_048_576).toLocaleString("en")} MiB free`;
}

/** A server on a port of its own, and a request to it. */
function listenAndAsk(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer((_request, response) => response.end("heard"));
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      const request = get({ host: "127.0.0.1", port, agent: false }, (response) => {
        response.resume();
        response.once("end", () => resolve("a request to 127.0.0.1 arrived"));
      });
      request.once("error", reject);
      request.once("close", () => server.close());
    });
  });
}
