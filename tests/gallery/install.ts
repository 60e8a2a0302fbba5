import "../../src/renderer/app/zod-without-eval.ts";
import { type AnswerScript, PLAIN_ANSWER, sequenceOf } from "../../src/shared/answer-script.ts";
import type { SignatureCheck } from "../../src/shared/signature-check.ts";
import type { UpdateStatus } from "../../src/shared/updates.ts";
import { ADDRESSES } from "../fakes/address.ts";
import { sampleAttempts } from "../fakes/attempts.ts";
import { createFakeBridge } from "../fakes/bridge.ts";
import { INBOXES } from "../fakes/inbox.ts";
import type { ProgramOptions } from "../fakes/program.ts";
import { sampleAddressLog } from "../fakes/sample-address.ts";
import { INVALID, NO_SECRET, UNREADABLE } from "../fakes/sample-events.ts";
import { sampleEvents } from "../fakes/sample-log.ts";
import { sampleNoticeLog } from "../fakes/sample-notices.ts";
import { type SampleRunLog, sampleRunLog } from "../fakes/sample-runs.ts";
import { sampleSelfCheck } from "../fakes/self-check.ts";
import type { FakeReport } from "../fakes/signatures.ts";
import { SAMPLE_OFFER } from "../fakes/updates.ts";

// Module scripts run in order: this one is first, so the renderer finds its bridge. The address says what to show:
// ?profile=acme-live&log=empty&listener=failed&secrets=unprotected&theme=dark&latency=400
const wanted = new URLSearchParams(location.search);
const now = Date.now() * 1_000;

const LISTENERS: Readonly<Record<string, ProgramOptions["listener"]>> = {
  stopped: { state: "stopped", url: null },
  starting: { state: "starting", url: null },
  failed: { state: "failed", url: null, problem: { code: "port-taken", port: 8787, nextFreePort: 8788 } },
  exposed: { url: "http://192.168.1.20:8787/webhooks", exposed: true },
  deaf: { problem: { code: "cannot-record", reason: "The disk is full." } },
};

const ADDRESS = ADDRESSES[wanted.get("address") ?? ""];
const inboxes = INBOXES[wanted.get("inboxes") ?? ""];

const SOURCE = { source: "github.com/acme/linkdesk" };
const UPDATES: Readonly<Record<string, UpdateStatus>> = {
  idle: { state: "idle", ...SOURCE, checkedAt: null },
  available: { state: "available", ...SOURCE, ...SAMPLE_OFFER },
  downloading: { state: "downloading", ...SOURCE, ...SAMPLE_OFFER, percent: 42 },
  ready: { state: "ready", ...SOURCE, ...SAMPLE_OFFER },
  failed: {
    state: "failed",
    ...SOURCE,
    during: "download",
    message: "The place of the updates could not be reached (ERR_CONNECTION_RESET). Nothing was installed. Try again.",
    offer: SAMPLE_OFFER,
  },
};
const updates = UPDATES[wanted.get("updates") ?? ""];
const failing = { ...PLAIN_ANSWER, status: 500 };
const SCRIPTS: Readonly<Record<string, AnswerScript>> = {
  twice: sequenceOf(failing, failing, PLAIN_ANSWER),
  reset: sequenceOf({ does: "reset", delayMs: 0 }),
  flaky: { order: "chance", percent: 30, seed: 1, failing, otherwise: PLAIN_ANSWER, scope: "all" },
};
const script = SCRIPTS[wanted.get("script") ?? ""];

const RUN_LOGS: Readonly<Record<string, (now: number) => SampleRunLog>> = {
  runs: sampleRunLog,
  address: sampleAddressLog,
};
const runLog = RUN_LOGS[wanted.get("log") ?? ""]?.(now) ?? null;
const REPORTS: Readonly<Record<string, FakeReport>> = {
  fixable: {
    result: "found",
    fix: 1,
    changes: [
      {
        change: "secret",
        owner: "Acme Payments live",
        sameProfile: false,
        what: "the key of its calls",
        otherMode: true,
        publicKey: false,
      },
    ],
  },
  right: {
    result: "found",
    fix: 1,
    changes: [{ change: "content", template: "{body}", address: false }],
    rightFor: { webhooks: 22, last: now - 300_000_000, stays: false },
  },
  separator: {
    result: "found",
    fix: 1,
    changes: [
      { change: "separator", is: ",", set: "" },
      { change: "prefix", prefix: "s=" },
    ],
  },
  apart: {
    result: "unknown",
    tries: 38_214,
    milliseconds: 8_012,
    complete: true,
    cause: "separator",
    place: "X-Signature",
    separator: { is: ",", set: "" },
    leftOut: [],
  },
  stopped: {
    result: "unknown",
    tries: 38_214,
    milliseconds: 8_012,
    complete: false,
    cause: null,
    place: "X-Signature",
    leftOut: [],
    held: { at: now - 300_000_000, secret: "Key of the calls" },
  },
  unknown: {
    result: "unknown",
    tries: 38_214,
    milliseconds: 8_012,
    complete: true,
    cause: null,
    place: "X-Signature",
    leftOut: [],
  },
  never: "never",
};
/** What the check of the last webhook came to. */
const CHECKS: Readonly<Record<string, SignatureCheck>> = { unreadable: UNREADABLE, unchecked: NO_SECRET };
const doctor = REPORTS[wanted.get("doctor") ?? ""];

const theme = wanted.get("theme");
const fake = createFakeBridge({
  latencyMs: Number(wanted.get("latency") ?? 400),
  events:
    runLog?.events ??
    (wanted.get("log") === "empty"
      ? []
      : wanted.get("log") === "notices"
        ? sampleNoticeLog(now)
        : [
            ...sampleEvents(now, CHECKS[wanted.get("signature") ?? ""] ?? INVALID),
            ...(wanted.get("log") === "attempts" ? sampleAttempts(now) : []),
          ]),
  runs: runLog?.runs ?? [],
  ...(wanted.get("check") === "missing" ? { selfCheck: sampleSelfCheck(true) } : {}),
  secretsProtected: wanted.get("secrets") !== "unprotected",
  selectedProfile: wanted.get("profile") ?? "sandbox",
  ...(updates === undefined ? {} : { updates }),
  preferences: theme === "light" || theme === "dark" ? { theme } : {},
  ...(script === undefined ? {} : { answerScript: script }),
  ...(doctor === undefined ? {} : { doctor }),
  ...(inboxes === undefined ? {} : { inboxes }),
  ...(ADDRESS === undefined ? {} : { address: ADDRESS }),
  listener: { deliveries: 12, ...LISTENERS[wanted.get("listener") ?? ""] },
});

Object.assign(window, { linkdesk: fake.bridge, fakeBridge: fake });
