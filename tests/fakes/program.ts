import type { AddressStatus } from "../../src/shared/address.ts";
import { type AnswerScript, type ScriptStatus, stepsOf } from "../../src/shared/answer-script.ts";
import type { Handlers, Push, PushName } from "../../src/shared/contract.ts";
import { EMPTY_FORM_MEMORY, type FormMemory } from "../../src/shared/form-memory.ts";
import type { InboxStatus } from "../../src/shared/inbox.ts";
import {
  DEFAULT_LISTENER_SETTINGS,
  isLoopback,
  type ListenerStatus,
  portTakenCode,
} from "../../src/shared/listener.ts";
import { DEFAULT_PREFERENCES, type Preferences } from "../../src/shared/preferences.ts";
import type { RunDetail } from "../../src/shared/run.ts";
import { DEFAULT_SANDBOX_SETTINGS, SANDBOX_SECRET_KEY, type SandboxStatus } from "../../src/shared/sandbox.ts";
import type { SelfCheckReport } from "../../src/shared/self-check.ts";
import type { UpdateStatus } from "../../src/shared/updates.ts";
import { createFakeAddress } from "./address.ts";
import { fakeAttempts } from "./attempts.ts";
import { createFakeCalls } from "./calls.ts";
import { createFakeDiagnosis } from "./diagnosis.ts";
import { createFakeEvidence } from "./evidence.ts";
import { createFakeInbox } from "./inbox.ts";
import { createFakeJournal, type FakeJournal } from "./journal.ts";
import { createFakeOpened } from "./opened.ts";
import { createFakePlaybooks } from "./playbooks.ts";
import { createFakeProfiles } from "./profiles.ts";
import { createFakeReadings } from "./readings.ts";
import { FakeRefusal } from "./refusal.ts";
import { createFakeReplay } from "./replay.ts";
import { createFakeRuns, type FakeRuns } from "./runs.ts";
import type { SampleEvent } from "./sample-events.ts";
import { sampleSelfCheck } from "./self-check.ts";
import { createFakeSignatures, type FakeReport, SLASHES } from "./signatures.ts";
import { createFakeUpdates } from "./updates.ts";

export { FakeRefusal };

export interface ProgramOptions {
  /** Milliseconds until a call is answered; a webhook follows after the same time again. */
  readonly latencyMs: number;
  readonly secretsProtected: boolean;
  /** What the last check of this machine has found. */
  readonly selfCheck: SelfCheckReport;
  readonly preferences: Partial<Preferences>;
  readonly forms: FormMemory;
  readonly listener: Partial<ListenerStatus>;
  readonly address: Partial<AddressStatus>;
  readonly inboxes: readonly InboxStatus[];
  readonly sandbox: Partial<SandboxStatus>;
  /** The rows that the log begins with, oldest first. */
  readonly events: readonly SampleEvent[];
  /** What is known of simulations among them; the fake finds out about the others by itself. */
  readonly runs: readonly RunDetail[];
  readonly selectedProfile: string;
  readonly updates: UpdateStatus;
  /** What the listener does while any of the profiles is selected. */
  readonly answerScript: AnswerScript;
  /** What the signature doctor comes to. */
  readonly doctor: FakeReport;
  /** Microseconds since the epoch. */
  readonly now: () => number;
}

export type PushOut = <N extends PushName>(name: N, push: Push<N>) => void;

/** What `Handlers` of the real main do, in memory and without a network. */
export function createFakeProgram(push: PushOut, options: Partial<ProgramOptions>): Handlers {
  const now = options.now ?? (() => Date.now() * 1_000);
  let preferences: Preferences = { ...DEFAULT_PREFERENCES, ...options.preferences };
  let listener: ListenerStatus = {
    state: "listening",
    settings: DEFAULT_LISTENER_SETTINGS,
    url: "http://127.0.0.1:8787/webhooks",
    problem: null,
    deliveries: 0,
    exposed: false,
    machineNames: ["workstation", "192.168.1.20"],
    ...options.listener,
  };
  let sandbox: SandboxStatus = {
    state: "running",
    url: "http://127.0.0.1:8788",
    webhookTarget: "http://127.0.0.1:8787/webhooks",
    settings: DEFAULT_SANDBOX_SETTINGS,
    checkKey: SANDBOX_SECRET_KEY,
    samples: {
      links: [
        { value: "9b1c6b4e-5d0f-4f5e-9a77-1f0f6f1f2a01", label: "ada and tunde" },
        { value: "2f6a7f0c-9c9e-4a2d-8c3a-7be5a6d1c902", label: "a peer without a logo" },
      ],
      references: [
        { value: "ref_ada", label: "Ada Obi" },
        { value: "ref_tunde", label: "Tunde Bello" },
        { value: "ref_zainab", label: "Zainab Musa" },
      ],
      currencies: ["NGN", "USD"],
    },
    attempts: [],
    problem: null,
    ...options.sandbox,
  };

  function setListener(change: Partial<ListenerStatus>): ListenerStatus {
    listener = { ...listener, ...change };
    push("listener.changed", listener);
    return listener;
  }

  function listening(): ListenerStatus {
    const { host, port, path } = listener.settings;
    const name = host.includes(":") ? `[${host}]` : host;
    return setListener({
      state: "listening",
      url: `http://${name}:${port === 0 ? 49_321 : port}${path}`,
      problem: null,
      exposed: !isLoopback(host),
    });
  }

  const runs: FakeRuns = createFakeRuns(push, options.runs ?? [], now, (id) => journal.find(id).detail.summary);
  const journal: FakeJournal = createFakeJournal(push, options.events ?? [], runs.joined, runs.seen);
  for (const { detail } of journal.all()) runs.seen(detail.summary);
  const profiles = createFakeProfiles(
    (name, view) => {
      push(name, view);
      push("script.changed", script());
    },
    {
      protected: options.secretsProtected ?? true,
      consent: () => preferences.storeSecretsUnprotected,
      selectedId: options.selectedProfile ?? "sandbox",
      ...(options.answerScript === undefined ? {} : { answerScript: options.answerScript }),
    },
  );

  /** As after four deliveries of one webhook, or one by one. */
  function script(): ScriptStatus {
    const { id, answerScript } = profiles.selected();
    const count = stepsOf(answerScript).length;
    const perWebhook = answerScript.order === "sequence" && answerScript.per === "webhook";
    return {
      profileId: id,
      decided: count === 1 ? 0 : 4,
      upcoming: perWebhook ? answerScript.steps.map((_, place) => place) : [0, 1, 1, 0, 1, 1, 1, 0, 1, 1],
      last: perWebhook && count > 1 ? { times: 1, next: 1 } : null,
    };
  }

  return {
    app: {
      info: () => ({
        version: "0.1.0",
        host: "chromium",
        platform: "linux",
        dataFolder: "/home/ada/.config/linkdesk",
        secretsProtected: options.secretsProtected ?? true,
      }),
      selfCheck: () => options.selfCheck ?? sampleSelfCheck(),
      runSelfCheck: () => sampleSelfCheck(),
      pageLooked: () => null,
      callAttention: () => null,
      zoom: () => ({ done: true }),
      showLog: () => ({ file: "/home/ada/.config/linkdesk/logs/linkdesk.log" }),
      diagnostics: () => ({ text: "Linkdesk 0.1.0, chromium host" }),
    },
    preferences: {
      get: () => preferences,
      set(change) {
        const given = Object.entries(change).filter(([, value]) => value !== undefined);
        preferences = { ...preferences, ...Object.fromEntries(given) };
        push("preferences.changed", preferences);
        return preferences;
      },
    },
    forms: { get: () => options.forms ?? EMPTY_FORM_MEMORY, keep: () => null },
    profiles: profiles.handlers,
    calls: createFakeCalls({
      journal,
      now,
      latencyMs: options.latencyMs ?? 0,
      profile: profiles.find,
      listenerUrl: () => listener.url,
      delivered: () => setListener({ deliveries: listener.deliveries + 1 }),
    }),
    journal: journal.handlers,
    diagnosis: createFakeDiagnosis(profiles.selected, journal),
    attempts: { of: ({ id }) => fakeAttempts(journal, id) },
    runs: runs.handlers,
    playbooks: createFakePlaybooks(push),
    listener: {
      status: () => listener,
      start: listening,
      stop: () => setListener({ state: "stopped", url: null, problem: null, exposed: false }),
      configure({ settings, exposureConfirmed }) {
        if (!isLoopback(settings.host) && !exposureConfirmed)
          throw new FakeRefusal("exposure-not-confirmed", "Other machines could reach this address: confirm it first.");
        if (settings.port === 8888 && listener.state === "listening")
          throw new FakeRefusal(portTakenCode(8889), "Port 8888 is taken by another program. The listener stays.");
        listener = { ...listener, settings };
        if (settings.port === 8888)
          return setListener({
            state: "failed",
            url: null,
            problem: { code: "port-taken", port: 8888, nextFreePort: 8889 },
          });
        return listening();
      },
      scriptStatus: script,
      restartScript: script,
    },
    address: createFakeAddress(push, options.address),
    inbox: createFakeInbox(push, options.inboxes),
    sandbox: {
      status: () => sandbox,
      configure(settings) {
        sandbox = { ...sandbox, settings, webhookTarget: settings.webhookUrl ?? listener.url };
        push("sandbox.changed", sandbox);
        return sandbox;
      },
    },
    replay: createFakeReplay({
      journal,
      now,
      latencyMs: options.latencyMs ?? 0,
      profile: profiles.selected,
      listenerUrl: () => listener.url,
    }),
    readings: createFakeReadings(push, profiles, () => journal, runs),
    evidence: createFakeEvidence(push, () => journal),
    opened: createFakeOpened(push, now),
    updates: createFakeUpdates(push, options.updates),
    signatures: createFakeSignatures(journal, options.doctor ?? SLASHES, now, () => ({
      profile: profiles.find("sandbox"),
      secrets: {},
    })),
    logos: {
      fetch: ({ url }) => {
        if (url.includes("missing"))
          throw new FakeRefusal("logo", "The logo cannot be shown: the server answered with the status 404.");
        const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#1f3a93"/><path d="M16 44 32 16l16 28z" fill="#ffd54a"/></svg>`;
        return { dataUrl: `data:image/svg+xml;base64,${btoa(drawing)}` };
      },
    },
  };
}
