import { basename } from "node:path";
import type { Input, Push, PushName } from "../shared/contract.ts";
import { PLAYBOOK_EXTENSION } from "../shared/playbook.ts";
import { PROFILES_EXTENSION } from "../shared/transfer-file.ts";
import { createAssetServer, createBodyShelf } from "./assets/index.ts";
import { createBridge, createHandlers } from "./bridge/index.ts";
import { machineClock, machineTimers } from "./clock.ts";
import { openProgram } from "./compose.ts";
import { builtEvidenceThread } from "./evidence/thread/built-thread.ts";
import { watchClock } from "./hosts/clock-watch.ts";
import type { Host, HostWindow } from "./hosts/host.ts";
import { builtThread } from "./journal/built-thread.ts";
import { createNotices } from "./journal/index.ts";
import { giveMemoryBack } from "./memory-return.ts";
import { createRedactor } from "./redactor/index.ts";
import { checksOf, createSelfCheck, exitCodeOf } from "./self-check/index.ts";
import { readOffer } from "./settings/index.ts";
import { builtDoctorThread } from "./signatures/doctor/built-thread.ts";
import { findThreads } from "./threads.ts";

/** The first start of a version looks at the machine so many milliseconds later: the start itself comes first. */
const FIRST_CHECK_MS = 15_000;

/** Starts the program on a host: opens what is kept, starts listener and sandbox, shows the window. */
export async function start(host: Host): Promise<void> {
  const log = host.log.write;
  const notices = createNotices(machineClock, log);
  host.onUncaughtError((reason) => notices.tell({ code: "internal-error", reason }));
  if (!host.folderIsPrivate) notices.tell({ code: "folder-open", folder: host.dataFolder });
  // What happens before the window is there is told to it then, in order: its page may have asked just before.
  const { promise: window, resolve: windowOpened } = Promise.withResolvers<HostWindow>();
  const push = <N extends PushName>(name: N, content: Push<N>): void => {
    void window.then((opened) => opened.push(name, content));
  };

  const threads = await findThreads({
    journal: builtThread,
    doctor: builtDoctorThread,
    evidence: builtEvidenceThread,
  });
  const { settings, journal, parts, close } = await openProgram({
    host,
    threads,
    notices,
    push,
    log,
    opened: ({ knownSecrets }) => host.log.maskWith((text) => createRedactor(knownSecrets()).text(text).value),
  });
  const { listener, address, inboxes, sandbox, runs, updates } = parts;

  journal.onChange((change) => push("journal.changed", change));
  journal.onReread(({ profileId, done, of }) => {
    if (profileId !== null) push("readings.progress", { profileId, done, of });
  });
  journal.onClearing((progress) => push("journal.clearing", progress));
  journal.onStatus((status) => push("journal.status", status));
  settings.onProfilesChange((view) => {
    push("profiles.changed", view);
    push("script.changed", listener.scriptStatus());
    inboxes.profilesChanged();
  });
  settings.onPreferencesChange((preferences) => push("preferences.changed", preferences));
  settings.onPreferencesChange(updates.preferencesChanged);
  const clockWatch = watchClock((by) => notices.tell({ code: "clock-set", by }));
  host.onWake(({ from, until }) => {
    notices.tell({ code: "gap", from, until, cause: "asleep" });
    address.woke();
    inboxes.woke();
  });

  host.onOpenFile((path) => {
    const hasEnding = (ending: string): boolean => path.toLowerCase().endsWith(`.${ending}`);
    if (hasEnding(PLAYBOOK_EXTENSION))
      void parts.playbooks.readFile(path).then((offer) => push("playbooks.offered", offer));
    else if (hasEnding(PROFILES_EXTENSION)) void readOffer(path).then((offer) => push("profiles.offered", offer));
    else void parts.foreignFiles.offer(path).then((token) => push("opened.offered", { token, file: basename(path) }));
  });

  const stopGiving = giveMemoryBack();
  host.onQuit(async () => {
    stopGiving();
    clockWatch.stop();
    await close();
  });

  const bodies = createBodyShelf();
  const assets = createAssetServer({ folder: host.rendererFolder, bodies });
  const selfCheck = createSelfCheck({
    dataFolder: host.dataFolder,
    version: parts.version,
    host: host.name,
    checks: [...checksOf({ dataFolder: host.dataFolder, threads, journal }), ...host.selfCheck.checks],
    push,
    now: machineClock.now,
    log,
  });
  const callAttention: HostWindow["callAttention"] = (attention) =>
    void window.then((opened) => opened.callAttention(attention));
  const zoom = async (how: Input<"app", "zoom">["how"]) => (await window).zoom(how);
  const handlers = createHandlers({ ...parts, host, settings, journal, bodies, selfCheck, callAttention, zoom });
  const call = createBridge({ handlers, log });
  const crashed = (reason: string): void => notices.tell({ code: "window-crashed", reason });
  // What a relay still holds is not missing: that is in the log before the first run is judged.
  await inboxes.start();
  // Told of every row from here on; what is in the log already is gone through while the rest starts.
  void runs.start();
  // All at once: the window takes longest, and asks for the others' state when it is there.
  await Promise.all([
    host.openWindow({ assets, call, crashed }).then(windowOpened),
    listener.start().then(address.restore),
    sandbox.start(),
  ]);

  if (host.selfCheck.only) {
    const report = await selfCheck.run();
    console.log(JSON.stringify(report));
    host.quit(exitCodeOf(report));
  } else if (selfCheck.last() === null) machineTimers.after(FIRST_CHECK_MS, () => void selfCheck.run());
}
