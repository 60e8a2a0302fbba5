import { randomInt, randomUUID } from "node:crypto";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import type { ProfilesView, Push, PushName } from "../shared/contract.ts";
import type { Notice } from "../shared/notices.ts";
import type { Profile } from "../shared/profile.ts";
import { SANDBOX_SECRET_KEY } from "../shared/sandbox.ts";
import { createProgramSearch, createProofs, createPublicAddress, openWay } from "./address/index.ts";
import { machineClock, machineTimers } from "./clock.ts";
import { createDiagnoses } from "./diagnosis/index.ts";
import { createExports, createForeignFiles, createSigner, foreignOf } from "./evidence/index.ts";
import type { Host } from "./hosts/host.ts";
import { createInboxes } from "./inbox/index.ts";
import { type createNotices, type OpenedJournal, openJournal } from "./journal/index.ts";
import { type CheckDelivery, createListener } from "./listener/index.ts";
import { createLogos } from "./logos/index.ts";
import { createMasking, createNetwork } from "./network/index.ts";
import { webhookIds } from "./payload/index.ts";
import { createPlaybooks } from "./playbooks/index.ts";
import { createRedactor } from "./redactor/index.ts";
import {
  agreeToDestination,
  createForwarder,
  createOwnConnections,
  createReplay,
  createResign,
} from "./redelivery/index.ts";
import { createRuns } from "./runs/index.ts";
import { createSandbox } from "./sandbox/index.ts";
import { createService } from "./service/index.ts";
import { openSettings, type Settings } from "./settings/index.ts";
import { createSignatures } from "./signatures/index.ts";
import type { ThreadFiles } from "./threads.ts";
import { createUpdates } from "./updates/index.ts";

/** What of a desktop the parts need: without a window there is no more of it. */
export type PartsHost = Pick<
  Host,
  "dataFolder" | "openStore" | "secrets" | "resolveProxy" | "updates" | "saveAs" | "printPdf" | "showFile"
>;

interface Surroundings {
  readonly host: PartsHost;
  readonly settings: Settings;
  readonly journal: OpenedJournal;
  readonly threads: ThreadFiles;
  /** Tells the window. */
  readonly push: <N extends PushName>(name: N, content: Push<N>) => void;
  /** Makes a row of the log of it. */
  readonly tell: (notice: Notice) => void;
  readonly log: (message: string, error?: unknown) => void;
}

interface Opening {
  readonly host: PartsHost;
  /** What threads are started from. */
  readonly threads: ThreadFiles;
  readonly notices: ReturnType<typeof createNotices>;
  readonly push: Surroundings["push"];
  readonly log: Surroundings["log"];
  /** Told of the settings before anything is done with them. */
  readonly opened?: (settings: Settings) => void;
}

/**
 * Opens what is kept and makes the parts, for a start with or without a window. What is kept comes first: everything else
 * is told by it how to behave, and nothing happens unrecorded.
 */
export async function openProgram({ host, threads, notices, push, log, opened }: Opening) {
  const settings = openSettings({ host, now: () => new Date(), tell: notices.tell });
  opened?.(settings);
  const journal = await openJournal({ folder: host.dataFolder, thread: threads.journal, now: machineClock.now });
  notices.recordIn(journal);
  const configureReadings = ({ profiles }: ProfilesView): void =>
    journal.configureReadings([
      { profileId: null, readings: [] },
      ...profiles.map(({ profile }) => ({ profileId: profile.id, readings: profile.readings })),
    ]);
  configureReadings(settings.profiles.list());
  const parts = createParts({
    host,
    settings,
    journal,
    threads,
    push,
    tell: notices.tell,
    log,
  });
  settings.onProfilesChange((view) => {
    parts.signatures.forget();
    configureReadings(view);
  });
  return {
    settings,
    journal,
    parts,
    async close(): Promise<void> {
      await parts.close();
      await settings.close();
      await journal.close();
    },
  };
}

/**
 * The parts of the program, each made with what it needs of the others. Nothing is started by this, so that a part may be
 * given a function that asks one made further down: none is called before all are there.
 */
function createParts({ host, settings, journal, threads, push, tell, log }: Surroundings) {
  const { version } = packageJson;
  const clock = machineClock;
  const runs = createRuns({
    journal: journal.runs,
    clock,
    timers: machineTimers,
    random: randomInt,
    unrecorded: () => listener.unrecorded(),
    onChange: (change) => {
      push("runs.changed", change);
      playbooks.runsChanged(change);
    },
    log,
  });
  const network = createNetwork({ environment: process.env, resolveProxy: (url) => host.resolveProxy(url) });
  const masking = createMasking({
    secrets: settings.knownSecrets,
    opening: settings.openingSecrets,
    profile: settings.profiles.find,
  });
  const signatures = createSignatures({
    profiles: settings.profiles,
    journal,
    now: clock.now,
    masking,
    awaiting: runs.awaiting,
    thread: threads.doctor,
  });
  const proofs = createProofs({ network, now: clock.now });
  const ownConnections = createOwnConnections();
  /** First the check, which needs what came, then what is recorded of it. */
  const checked: CheckDelivery = (event) => {
    const found = signatures.checked(event);
    return found instanceof Promise ? found.then(masking.recorded) : masking.recorded(found);
  };
  const listener = createListener({
    journal,
    replayOf: ownConnections.markOf,
    handsOn: (profileId) => forwarder.wants(profileId),
    onKept: (id, profileId) => forwarder.kept(id, profileId),
    check: checked,
    settings: settings.listener.get(),
    script: () => playbooks.scriptOf(settings.profiles.selected()),
    progress: settings.scriptProgress,
    webhookIds,
    intercept: proofs.intercept,
    throughOf: (remoteAddress, remotePort, headers) => address.throughOf(remoteAddress, remotePort, headers),
    onThrough: () => address.arrived(),
    profile: () => {
      const { id, name, mode } = settings.profiles.selected();
      return { id, name, mode };
    },
    clock: clock.now,
    onStatus: (status) => {
      push("listener.changed", status);
      address.listenerChanged();
      sandbox.listenerChanged();
    },
    onScript: (status) => push("script.changed", status),
  });
  const sandbox = createSandbox({
    settings: settings.sandbox,
    listenerUrl: () => listener.status().url,
    now: () => new Date(),
    onStatus: (status) => push("sandbox.changed", status),
  });
  const service = createService({
    journal,
    profile: (id) => settings.profiles.find(id),
    secret: (id, slot) => settings.profiles.secret(id, slot),
    sandbox: () => {
      const { url } = sandbox.status();
      return url === null ? null : { baseUrl: url, key: SANDBOX_SECRET_KEY, faults: sandbox.faults() };
    },
    network,
    otherSecrets: masking.telling,
    newTag: runs.newTag,
    clock,
    version,
  });
  const updates = createUpdates({
    source: host.updates,
    consent: () => settings.preferences.get().updates,
    timers: machineTimers,
    now: Date.now,
    onStatus: (status) => push("updates.changed", status),
    log,
  });
  const forwarder = createForwarder({
    journal,
    profile: (id) => settings.profiles.find(id),
    listenerUrl: () => listener.status().url,
    network,
    masking,
    clock,
    mark: randomUUID(),
    log,
  });
  const replay = createReplay({
    journal,
    profile: settings.profiles.selected,
    profileOf: (id) => settings.profiles.find(id),
    agree: (id, host) => agreeToDestination(settings.profiles, id, host),
    listenerUrl: () => listener.status().url,
    masking,
    resign: createResign((id, slot) => settings.profiles.secret(id, slot), clock.now),
    network,
    own: ownConnections,
    clock,
  });
  const diagnoses = createDiagnoses({
    journal,
    run: (id) => runs.get(id),
    listener: () => listener.status(),
    sandbox: () => sandbox.status(),
    profile: (id) => settings.profiles.find(id),
    selectedProfile: () => settings.profiles.selected(),
    rememberAddress: (profile, dashboardUrl) => settings.profiles.rememberAddress(profile.id, dashboardUrl),
    publicAddress: () => address.status(),
    proofs,
    inboxes: () => inboxes.status().inboxes,
    now: clock.now,
  });
  const address = createPublicAddress({
    memory: settings.address,
    secrets: settings.addressSecrets,
    programs: createProgramSearch(),
    openWay,
    network,
    prove: proofs.prove,
    listener: () => listener.status(),
    clock,
    random: Math.random,
    tell,
    onStatus: (status) => push("address.changed", status),
    mask: (text) => createRedactor(settings.knownSecrets()).text(text).value,
    folder: host.dataFolder,
  });
  const inboxes = createInboxes({
    memory: settings.inboxes,
    tokens: settings.inboxTokens,
    profile: (id) => {
      const found = settings.profiles.find(id);
      return found === null ? null : { id, name: found.name, mode: found.mode };
    },
    network,
    journal,
    check: checked,
    handsOn: (profileId) => forwarder.wants(profileId),
    onKept: (id, profileId) => forwarder.kept(id, profileId),
    clock,
    random: Math.random,
    isOnly: (id) => settings.profiles.find(id)?.relayOnly ?? false,
    choose(profileId, request) {
      const profile = settings.profiles.find(profileId);
      return profile === null ? null : listener.choose(playbooks.scriptOf(profile), request);
    },
    onStatus: (status) => push("inbox.changed", status),
  });
  const signer = createSigner(settings.caseKey);
  const exports = createExports({
    folder: host.dataFolder,
    thread: threads.evidence,
    log(which) {
      if (which === "own") return { place: journal.place, runs, foreign: null };
      const { journal: opened, runs: judged } = foreignFiles.log();
      return { place: opened.place, runs: judged, foreign: foreignOf(foreignFiles.status()) };
    },
    host,
    secrets: masking.telling,
    rules: () => ({
      of: ofProfiles(settings, ({ redactionRules }) => (redactionRules.length === 0 ? null : redactionRules)),
      otherwise: settings.profiles.selected().id,
    }),
    units: () => ofProfiles(settings, ({ unitsPerCurrency }) => unitsPerCurrency),
    key: signer.key,
    version,
    now: clock.now,
    onProgress: (progress) => push("evidence.progress", progress),
  });
  const playbooks = createPlaybooks({
    folder: join(host.dataFolder, "playbooks"),
    journal,
    runs,
    service,
    bendSandbox: (behaviour) => sandbox.bend(behaviour),
    selected: settings.profiles.selected,
    host,
    clock,
    version,
    onRunning: (running) => push("playbooks.running", running),
    log,
  });
  const foreignFiles = createForeignFiles({
    folder: join(host.dataFolder, "opened"),
    threads,
    now: clock.now,
    acquaintance: async () => ({
      own: await signer.own(),
      known: settings.preferences.get().knownSigners,
      original: (id, part) => journal.body(id, part),
    }),
    onProgress: (progress) => push("opened.progress", progress),
    onChange: (opened) => push("opened.changed", opened),
  });
  const logos = createLogos({ network, profile: (id) => settings.profiles.find(id) });

  return {
    version,
    runs,
    masking,
    signatures,
    listener,
    sandbox,
    service,
    updates,
    replay,
    diagnoses,
    address,
    inboxes,
    exports,
    playbooks,
    foreignFiles,
    signer,
    logos,
    /** In the order in which they need each other: who writes last closes last. */
    async close(): Promise<void> {
      updates.close();
      await playbooks.close();
      await address.close();
      await inboxes.close();
      proofs.close();
      await exports.close();
      await foreignFiles.close();
      await service.close();
      await replay.close();
      await sandbox.close();
      await listener.close();
      await forwarder.close();
      signatures.close();
      await runs.close();
    },
  };
}

/** A value of each profile by its id, where there is one. */
function ofProfiles<Value>(
  { profiles }: Settings,
  pick: (profile: Profile) => Value | null,
): Readonly<Record<string, Value>> {
  const found: Record<string, Value> = {};
  for (const { profile } of profiles.list().profiles) {
    const value = pick(profile);
    if (value !== null) found[profile.id] = value;
  }
  return found;
}
