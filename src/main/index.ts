import { randomInt } from "node:crypto";
import packageJson from "../../package.json" with { type: "json" };
import type { Push, PushName } from "../shared/contract.ts";
import { SANDBOX_SECRET_KEY } from "../shared/sandbox.ts";
import { createAssetServer, createBodyShelf } from "./assets/index.ts";
import { createBridge } from "./bridge/index.ts";
import { machineClock, machineTimers } from "./clock.ts";
import { createDiagnoses } from "./diagnosis/index.ts";
import { createHandlers } from "./handlers/index.ts";
import type { Host, HostWindow } from "./hosts/host.ts";
import { builtThread } from "./journal/built-thread.ts";
import { openJournal } from "./journal/index.ts";
import { createListener } from "./listener/index.ts";
import { createLogos } from "./logos/index.ts";
import { createNotices } from "./notices.ts";
import { agreeToHost, createForwarder, createOwnConnections, createReplay, createResign } from "./replay/index.ts";
import { createRuns, webhookIds } from "./runs/index.ts";
import { createSandbox } from "./sandbox/index.ts";
import { createNetwork, createService } from "./service/index.ts";
import { openSettings, readOffer } from "./settings/index.ts";
import { builtDoctorThread } from "./signatures/doctor/built-thread.ts";
import { createSignatures } from "./signatures/index.ts";
import { createUpdates } from "./updates/index.ts";

const log = (message: string, error?: unknown): void => console.error(message, error ?? "");

/** Starts the program on a host: opens what is kept, starts listener and sandbox, shows the window. */
export async function start(host: Host): Promise<void> {
  const { version } = packageJson;
  const clock = machineClock;
  const notices = createNotices(clock, log);
  // What happens before the window is there is told to it then, in order: its page may have asked just before.
  const { promise: window, resolve: windowOpened } = Promise.withResolvers<HostWindow>();
  const push = <N extends PushName>(name: N, content: Push<N>): void => {
    void window.then((opened) => opened.push(name, content));
  };

  // What is kept comes first: everything else is told by it how to behave, and nothing happens unrecorded.
  const settings = openSettings({ host, now: () => new Date(), tell: notices.tell });
  const journal = await openJournal({ folder: host.dataFolder, thread: builtThread, now: clock.now });
  notices.recordIn(journal);

  const runs = createRuns({
    journal: journal.runs,
    clock,
    timers: machineTimers,
    random: randomInt,
    unrecorded: () => listener.unrecorded(),
    onChange: (change) => push("runs.changed", change),
    log,
  });
  const network = createNetwork({ environment: process.env, resolveProxy: (url) => host.resolveProxy(url) });
  const signatures = createSignatures({
    profiles: settings.profiles,
    journal,
    now: clock.now,
    thread: builtDoctorThread,
  });
  const ownConnections = createOwnConnections();
  const listener = createListener({
    journal,
    replayOf: ownConnections.markOf,
    onKept: (id, profileId) => forwarder.kept(id, profileId),
    check: signatures.checked,
    settings: settings.listener.get(),
    script: () => settings.profiles.selected(),
    webhookIds,
    intercept: (request) => diagnoses.intercept(request),
    profile: () => {
      const { id, name, mode } = settings.profiles.selected();
      return { id, name, mode };
    },
    clock: clock.now,
    onStatus: (status) => {
      push("listener.changed", status);
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
      return url === null ? null : { baseUrl: url, key: SANDBOX_SECRET_KEY };
    },
    network,
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
    clock,
    log,
  });
  const replay = createReplay({
    journal,
    profile: settings.profiles.selected,
    agree: (id, host) => agreeToHost(settings.profiles, id, host),
    listenerUrl: () => listener.status().url,
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
    network,
    now: clock.now,
  });
  const logos = createLogos({ network, profile: (id) => settings.profiles.find(id) });

  journal.onChange((change) => push("journal.changed", change));
  journal.onStatus((status) => push("journal.status", status));
  settings.onProfilesChange((view) => {
    signatures.forget();
    push("profiles.changed", view);
    push("script.changed", listener.scriptStatus());
  });
  settings.onPreferencesChange((preferences) => push("preferences.changed", preferences));
  settings.onPreferencesChange(updates.preferencesChanged);
  host.onWake(({ from, until }) => notices.tell({ code: "gap", from, until, cause: "asleep" }));

  host.onOpenFile((path) => void readOffer(path).then((offer) => push("profiles.offered", offer)));

  // In the order in which they need each other: who writes last closes last.
  host.onQuit(async () => {
    updates.close();
    diagnoses.close();
    await service.close();
    await replay.close();
    await sandbox.close();
    await listener.close();
    await forwarder.close();
    signatures.close();
    await runs.close();
    await settings.close();
    await journal.close();
  });

  const bodies = createBodyShelf();
  const handlers = createHandlers({
    host,
    version,
    settings,
    journal,
    service,
    listener,
    sandbox,
    logos,
    runs,
    diagnoses,
    updates,
    bodies,
    signatures,
    replay,
  });
  const assets = createAssetServer({ folder: host.rendererFolder, bodies });
  const call = createBridge({ handlers, log });
  // Told of every row from here on; what is in the log already is gone through while the rest starts.
  void runs.start();
  // All at once: the window takes longest, and asks for the others' state when it is there.
  await Promise.all([host.openWindow({ assets, call }).then(windowOpened), listener.start(), sandbox.start()]);
}
