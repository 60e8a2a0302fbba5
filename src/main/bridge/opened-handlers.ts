import type { Handlers } from "../../shared/contract.ts";
import type { BodyShelf } from "../assets/index.ts";
import type { ForeignFiles, Signer } from "../evidence/index.ts";
import type { Masking } from "../network/index.ts";
import { attemptsOf } from "../redelivery/index.ts";
import { journalHandlers } from "./journal-handlers.ts";
import { readingHandlers } from "./reading-handlers.ts";

interface Program {
  readonly foreignFiles: ForeignFiles;
  readonly signer: Signer;
  readonly bodies: Pick<BodyShelf, "put">;
  readonly masking: Pick<Masking, "shown">;
}

const NOTHING_ELSE = { judged: async () => undefined, forget: async () => undefined, masked: (text: string) => text };

/** The opened file's part of the bridge: it is looked at as one's own log is, by the same handlers. */
export function openedHandlers({ foreignFiles, signer, bodies, masking }: Program): Handlers["opened"] {
  // A search is given up by the handlers that it was begun with.
  let made: { readonly of: unknown; readonly handlers: Handlers["journal"] } | null = null;
  function log(): Handlers["journal"] {
    const { journal } = foreignFiles.log();
    if (made?.of !== journal) made = { of: journal, handlers: journalHandlers(journal, bodies, masking, NOTHING_ELSE) };
    return made.handlers;
  }

  return {
    status: () => foreignFiles.status(),
    begin: async ({ file }) => ({ token: await foreignFiles.begin(file) }),
    put: ({ token, bytes }) => foreignFiles.put(token, Buffer.from(bytes, "base64")),
    check: ({ token, requestId }) => foreignFiles.check(token, requestId),
    open: ({ token, requestId }) => foreignFiles.open(token, requestId),
    cancel: ({ requestId }) => ({ cancelled: foreignFiles.cancel(requestId) }),
    drop: ({ token }) => foreignFiles.drop(token),
    close: () => foreignFiles.closeFile(),
    signer: () => signer.find(),
    page: (query) => log().page(query),
    cancelSearch: (request) => log().cancelSearch(request),
    detail: (request) => log().detail(request),
    body: (request) => log().body(request),
    decodedBody: (request) => log().decodedBody(request),
    tags: () => log().tags(null),
    stats: () => log().stats(null),
    journalStatus: () => log().status(null),
    run: ({ id }) => foreignFiles.log().runs.get(id),
    attempts: ({ id }) => attemptsOf(foreignFiles.log().journal, id),
    reading: (request) =>
      readingHandlers({ log: foreignFiles.log().journal, profiles: NO_PROFILES, known: [], now: () => 0 }).of(request),
  };
}

/** A profile of the same id here would be another one. */
const NO_PROFILES: Parameters<typeof readingHandlers>[0]["profiles"] = {
  find: () => null,
  saveReading: unchanged,
  removeReading: unchanged,
  restoreReading: unchanged,
};

function unchanged(): never {
  throw new Error("Nothing of an opened file is changed.");
}
