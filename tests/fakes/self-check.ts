import type { SelfCheckReport } from "../../src/shared/self-check.ts";

/** What a check of this machine finds: all well, or with two things missing. */
export function sampleSelfCheck(missing = false): SelfCheckReport {
  const works = [
    ["Disk", "written, flushed and replaced; 20,480 MiB free"],
    ["One program at a time", "a second start is told that the first is running"],
    ["Event log", "open, 214 events"],
    ["Search index", "SQLite 3.51.0 with full-text search"],
    ["Threads", "started from the program’s own files"],
    ["System certificates", "142 of the system, 146 of Node"],
    ["Window", "17 groups of functions at https://linkdesk.invalid"],
  ] as const;
  const lost = [
    [
      "Hashes",
      "sha3-256, sha3-512 cannot be computed here. The search for the cause of a bad signature leaves them out.",
    ],
    [
      "Keychain",
      "No keyring (GNOME Keyring, KWallet) keeps a key for Linkdesk on this desktop. Secrets are kept in memory only, unless you agree to store them without protection.",
    ],
  ] as const;
  return {
    version: "0.1.0",
    host: "chromium",
    platform: "linux x64",
    at: Date.UTC(2026, 10, 22, 9, 30) * 1_000,
    findings: [
      ...works.map(([what, detail]) => ({ what, detail, state: "works" as const })),
      ...(missing ? lost : []).map(([what, detail]) => ({ what, detail, state: "missing" as const })),
      { what: "Fuses", state: "not-here", detail: "This Linkdesk was started from its source" },
    ],
  };
}
