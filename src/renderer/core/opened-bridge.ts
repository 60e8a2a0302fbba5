import type { Bridge } from "../../shared/contract.ts";
import type { Result } from "../../shared/primitives.ts";

const made = new WeakMap<Bridge, Bridge>();

async function refuse(): Promise<Result<never>> {
  return { ok: false, code: "read-only", message: "This is an opened file: it can be looked at, and not changed." };
}

function refusing<Methods extends object>(methods: Methods): Methods {
  return Object.fromEntries(Object.keys(methods).map((name) => [name, refuse])) as Methods;
}

/** What one's own log tells must not be taken for news of the opened one. */
const OWN = /^(?:journal|runs|readings)\./;

/**
 * The same bridge with the log of the opened file in the place of one's own: what shows a log shows that one,
 * unchanged. Whatever would change something or send something is refused.
 */
export function openedBridge(bridge: Bridge): Bridge {
  const known = made.get(bridge);
  if (known !== undefined) return known;
  const { opened } = bridge;
  const other: Bridge = {
    ...bridge,
    journal: {
      ...refusing(bridge.journal),
      page: opened.page,
      cancelSearch: opened.cancelSearch,
      detail: opened.detail,
      body: opened.body,
      decodedBody: opened.decodedBody,
      tags: opened.tags,
      stats: opened.stats,
      status: opened.journalStatus,
    },
    runs: { ...refusing(bridge.runs), get: opened.run },
    attempts: { of: opened.attempts },
    readings: { ...refusing(bridge.readings), of: opened.reading },
    // What was looked at last was one's own: its filter and its row say nothing of a file.
    preferences: {
      ...bridge.preferences,
      async get(input) {
        const own = await bridge.preferences.get(input);
        return own.ok ? { ...own, value: { ...own.value, lookedAt: { filter: "", selectedId: null } } } : own;
      },
    },
    calls: refusing(bridge.calls),
    replay: refusing(bridge.replay),
    signatures: refusing(bridge.signatures),
    diagnosis: refusing(bridge.diagnosis),
    // An opened file can be exported again, and the export says that it is from a file.
    evidence: { ...bridge.evidence, prepare: (request) => bridge.evidence.prepare({ ...request, log: "opened" }) },
    // A logo would be asked for at an address that the file names.
    logos: refusing(bridge.logos),
    on: (name, listener) => (OWN.test(name) ? () => undefined : bridge.on(name, listener)),
  };
  made.set(bridge, other);
  return other;
}
