import type { Attention } from "../../shared/attention.ts";
import type { Handlers, Input } from "../../shared/contract.ts";
import { stateOf } from "../../shared/signature-check.ts";
import type { PublicAddress } from "../address/index.ts";
import type { BodyShelf } from "../assets/index.ts";
import { machineClock } from "../clock.ts";
import type { Diagnoses } from "../diagnosis/index.ts";
import type { Exports, ForeignFiles, Signer } from "../evidence/index.ts";
import type { Host } from "../hosts/host.ts";
import type { Inboxes } from "../inbox/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Listener } from "../listener/index.ts";
import type { Logos } from "../logos/index.ts";
import { curlOf, type Masking } from "../network/index.ts";
import { KNOWN_READINGS } from "../payload/index.ts";
import type { Playbooks } from "../playbooks/index.ts";
import { createRedactor } from "../redactor/index.ts";
import { attemptsOf, type Replay } from "../redelivery/index.ts";
import type { Runs } from "../runs/index.ts";
import type { Sandbox } from "../sandbox/index.ts";
import type { SelfCheck } from "../self-check/index.ts";
import type { Service } from "../service/index.ts";
import type { Settings } from "../settings/index.ts";
import type { Signatures } from "../signatures/index.ts";
import type { Updates } from "../updates/index.ts";
import { appHandlers } from "./app-handlers.ts";
import { journalHandlers } from "./journal-handlers.ts";
import { openedHandlers } from "./opened-handlers.ts";
import { readingHandlers } from "./reading-handlers.ts";
import { settingsHandlers } from "./settings-handlers.ts";

/** The parts of the running program that the window can reach. */
export interface Program {
  readonly host: Host;
  readonly version: string;
  readonly settings: Settings;
  readonly journal: Journal;
  readonly service: Service;
  readonly listener: Listener;
  readonly address: PublicAddress;
  readonly inboxes: Inboxes;
  readonly sandbox: Sandbox;
  readonly logos: Logos;
  readonly masking: Masking;
  readonly runs: Runs;
  readonly diagnoses: Diagnoses;
  readonly updates: Updates;
  readonly bodies: BodyShelf;
  readonly signatures: Signatures;
  readonly replay: Replay;
  readonly exports: Exports;
  readonly playbooks: Playbooks;
  readonly foreignFiles: ForeignFiles;
  readonly signer: Signer;
  readonly selfCheck: SelfCheck;
  /** Told to the window's host, once there is a window. */
  readonly callAttention: (attention: Attention) => void;
  readonly zoom: (how: Input<"app", "zoom">["how"]) => Promise<boolean>;
}

/** One handler for each entry of the contract: the compiler refuses a missing one and one too many. */
export function createHandlers(program: Program): Handlers {
  const {
    settings,
    journal,
    service,
    listener,
    address,
    inboxes,
    sandbox,
    logos,
    runs,
    diagnoses,
    updates,
    bodies,
    signatures,
    replay,
  } = program;
  return {
    ...settingsHandlers(settings),
    updates: {
      status: () => updates.status(),
      check: () => updates.check(),
      download: () => updates.download(),
      install: () => updates.install(),
    },
    app: appHandlers(program),
    journal: journalHandlers(journal, bodies, program.masking, {
      judged: runs.idle,
      async forget(gone) {
        await settings.forget(gone);
        program.playbooks.forget([...gone.names, ...gone.remarks]);
      },
      masked: (text) => createRedactor(program.masking.telling()).text(text).value,
    }),
    signatures: signatureHandlers(signatures, runs),
    readings: readingHandlers({
      log: journal,
      profiles: settings.profiles,
      known: KNOWN_READINGS,
      now: machineClock.now,
    }),
    diagnosis: {
      check: ({ runId }) => diagnoses.check(runId),
      setAddress: ({ runId, address }) => diagnoses.setAddress(runId, address),
      prove: ({ runId, address }) => diagnoses.prove(runId, address),
    },
    evidence: {
      prepare: (request) => program.exports.prepare(request),
      ticket: async (request) => ({ text: await program.exports.ticket(request) }),
      write: (request) => program.exports.write(request),
      drop: ({ token }) => program.exports.drop(token),
      cancel: ({ requestId }) => ({ cancelled: program.exports.cancel(requestId) }),
      show: () => program.exports.show(),
    },
    playbooks: program.playbooks.handlers,
    opened: openedHandlers(program),
    attempts: { of: ({ id }) => attemptsOf(journal, id) },
    calls: {
      async send(request) {
        settings.forms.rememberCall(request.profileId, request.action);
        return { event: await service.send(request) };
      },
      testConnection: (request) => service.testConnection(request),
      cancel: ({ requestId }) => ({ cancelled: service.cancel(requestId) }),
      curl: async ({ id }) => ({ text: await curlOf(journal, listener.status().url, id) }),
    },
    listener: {
      status: () => listener.status(),
      start: () => listener.start(),
      stop: () => listener.stop(),
      async configure({ settings: next, exposureConfirmed }) {
        const status = await listener.configure(next, exposureConfirmed);
        settings.listener.set(next);
        return status;
      },
      scriptStatus: () => listener.scriptStatus(),
      restartScript: () => listener.restartScript(),
    },
    address: {
      status: () => address.status(),
      start: (wanted) => address.start(wanted.settings, wanted.agreed),
      stop: () => address.stop(),
      tryNow: () => address.tryNow(),
      trustHostKey: (key) => address.trustHostKey(key),
      forgetHostKey: ({ host, port }) => address.forgetHostKey(host, port),
      setSecret: ({ name, value }) => address.setSecret(name, value),
      said: () => ({ lines: [...address.said()] }),
    },
    inbox: {
      status: () => inboxes.status(),
      join: ({ invitation, profileId }) => inboxes.join(invitation, profileId),
      receive: ({ membership, inbox, profileId }) => inboxes.receive(membership, inbox, profileId),
      holdAnswer: ({ inbox, hold, from }) => inboxes.holdAnswer(inbox, hold, from),
      leave: ({ membership }) => inboxes.leave(membership),
      tryNow: () => inboxes.tryNow(),
    },
    sandbox: {
      status: () => sandbox.status(),
      configure: (next) => sandbox.configure(next),
    },
    logos: {
      fetch: async ({ url, profileId }) => ({ dataUrl: await logos.fetch(url, profileId) }),
    },
    replay: {
      send: async (request) => ({ event: await replay.send(request) }),
      cancel: ({ requestId }) => ({ cancelled: replay.cancel(requestId) }),
    },
    runs: {
      get: ({ id }) => runs.get(id),
      tie: ({ deliveryId, runId }) => runs.tie(deliveryId, runId),
      untie: ({ deliveryId }) => runs.untie(deliveryId),
      decideAgain: ({ deliveryId }) => runs.decideAgain(deliveryId),
    },
  };
}

/** The signatures' part of the bridge. */
export function signatureHandlers(
  signatures: Signatures,
  runs: Pick<Runs, "signatureChecked">,
): Handlers["signatures"] {
  return {
    readExample: (example) => signatures.readExample(example),
    comparison: ({ id }) => signatures.comparison(id),
    async checkAgain({ id }) {
      const check = await signatures.again(id);
      // A verdict must not stand beside a check that contradicts it.
      await runs.signatureChecked(id, stateOf(check.result) ?? null);
      return check;
    },
    examine: ({ id, requestId, longer }) => signatures.examine(id, requestId, longer ?? false),
    cancelExamination: ({ requestId }) => signatures.cancelExamination(requestId),
    applyFix: ({ fix }) => signatures.applyFix(fix),
    undoFix: ({ fix }) => signatures.undoFix(fix),
  };
}
