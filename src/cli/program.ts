import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import Conf from "conf";
import { machineClock } from "../main/clock.ts";
import { openProgram, type PartsHost } from "../main/compose.ts";
import { builtEvidenceThread } from "../main/evidence/thread/built-thread.ts";
import { createKeyFileSecrets } from "../main/hosts/chromium/secrets.ts";
import { prepareDataFolder } from "../main/hosts/data-folder.ts";
import { defaultDataFolder, surroundings } from "../main/hosts/folders.ts";
import { acquireInstanceLock } from "../main/hosts/instance-lock.ts";
import { builtThread } from "../main/journal/built-thread.ts";
import { createNotices } from "../main/journal/index.ts";
import { Refusal } from "../main/refusal.ts";
import { exportText, openWholeStore, profilesIn } from "../main/settings/index.ts";
import { builtDoctorThread } from "../main/signatures/doctor/built-thread.ts";
import { findThreads } from "../main/threads.ts";
import type { PlaybookRunning } from "../shared/contract.ts";
import { DEFAULT_LISTENER_SETTINGS } from "../shared/listener.ts";
import type { Profile } from "../shared/profile.ts";
import { PROFILES_FILE_LIMIT } from "../shared/transfer-file.ts";
import { type Asked, BadUsage } from "./arguments.ts";
import { readGiven } from "./read-given.ts";

export type Program = Awaited<ReturnType<typeof openProgramOf>>;

/**
 * The same parts as behind the window, in a folder of the command line's own: it can run beside the window.
 *
 * @throws Refusal with a sentence when the folder, the profile or the listener cannot be had
 */
export async function openProgramOf(asked: Asked, log: (message: string, error?: unknown) => void) {
  const dataFolder =
    asked.dataFolder === null ? `${defaultDataFolder(surroundings)}-command-line` : resolve(asked.dataFolder);
  prepareDataFolder(dataFolder);
  const lock = acquireInstanceLock(dataFolder);
  if (lock === null)
    throw new Refusal(
      "already-running",
      `Linkdesk is already running on the data folder ${dataFolder}. Wait for its end, or name another folder with --user-data-dir.`,
    );
  const notices = createNotices(machineClock, log);
  const threads = await findThreads({
    journal: builtThread,
    doctor: builtDoctorThread,
    evidence: builtEvidenceThread,
  });
  const watching = new Set<(running: PlaybookRunning) => void>();
  const program = await openProgram({
    host: withoutWindow(dataFolder),
    threads,
    notices,
    push(name, content) {
      if (name === "playbooks.running") for (const each of watching) each(content as PlaybookRunning);
    },
    log,
  });
  const { settings, parts } = program;
  const close = async (): Promise<void> => {
    await program.close();
    lock.release();
  };
  try {
    const profile = await chooseProfile(settings.profiles, asked);
    await giveSecrets(settings.profiles, profile, asked);
    void parts.runs.start();
    if (profile.mode === "sandbox") await parts.sandbox.start();
    const status = await parts.listener.configure({ ...DEFAULT_LISTENER_SETTINGS, port: asked.port }, false);
    const started = status.state === "listening" ? status : await parts.listener.start();
    // A look-up has no webhook; everything else would wait for what cannot come.
    if (started.state !== "listening" && asked.command !== "link")
      throw new Refusal(
        "listener",
        `The listener could not start on port ${asked.port}. Choose another one with --port.`,
      );
    return { ...program, profile, url: started.url, watching, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What of a desktop there is without a window. */
function withoutWindow(dataFolder: string): PartsHost {
  const none = async (): Promise<never> => {
    throw new Refusal("no-window", "This needs Linkdesk's window.");
  };
  return {
    dataFolder,
    openStore: (name) =>
      openWholeStore((options) => new Conf<Record<string, unknown>>({ ...options, cwd: dataFolder, configName: name })),
    // Only for secrets that this folder has kept before; those of the environment stay in memory.
    secrets: createKeyFileSecrets(dataFolder),
    resolveProxy: async () => null,
    updates: { available: false, reason: "The command line does not update Linkdesk." },
    saveAs: async (name) => join(dataFolder, name),
    printPdf: none,
    showFile: none,
  };
}

type Profiles = Awaited<ReturnType<typeof openProgram>>["settings"]["profiles"];

async function chooseProfile(profiles: Profiles, { profile: name, profilesFile }: Asked): Promise<Profile> {
  const find = (): Profile | undefined =>
    profiles.list().profiles.find(({ profile }) => profile.name === name)?.profile;
  if (profilesFile !== null) {
    const content = await readProfiles(profilesFile, name);
    // What was taken from the file the last time makes way for what it says now.
    const former = find();
    if (former !== undefined && former.mode !== "sandbox") await profiles.remove(former.id);
    await profiles.importText(content);
  }
  const found = find();
  if (found === undefined) {
    const names = listed(profiles.list().profiles.map(({ profile }) => profile));
    throw new BadUsage(
      `There is no profile “${name}”; there is ${names}. With --profiles name an export of Linkdesk, or Linkdesk's own data folder.`,
    );
  }
  profiles.select(found.id);
  return found;
}

/** The text of an export: of a file, or of the one profile that is asked for in another data folder. @throws BadUsage */
async function readProfiles(place: string, name: string): Promise<string> {
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return readGiven(place, PROFILES_FILE_LIMIT);
  try {
    const profiles = profilesIn(place);
    const wanted = profiles.filter((each) => each.name === name);
    if (wanted.length === 0)
      throw new BadUsage(`In ${place} there is no profile “${name}”; there is ${listed(profiles)}.`);
    return exportText(wanted);
  } catch (error) {
    throw error instanceof Refusal && !(error instanceof BadUsage) ? new BadUsage(error.message) : error;
  }
}

const listed = (profiles: readonly Profile[]): string => profiles.map(({ name }) => `“${name}”`).join(", ");

/** Lines of secrets, in bytes: each may have ten thousand characters. */
const SECRETS_LIMIT = 1_000_000;
const VARIABLE = "LINKDESK_SECRET_";

/** Secrets by the names of the places that they are for, from the environment or from standard input; in memory only. */
async function giveSecrets(profiles: Profiles, profile: Profile, { secretsFromStdin }: Asked): Promise<void> {
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith(VARIABLE) && value !== undefined && value !== "") given.set(name.slice(VARIABLE.length), value);
  if (secretsFromStdin)
    for (const line of (await readGiven(process.stdin, SECRETS_LIMIT)).split(/\r?\n/)) {
      const at = line.indexOf("=");
      if (at > 0) given.set(variableOf(line.slice(0, at)), line.slice(at + 1));
    }
  for (const [slot, name] of slotsOf(profile)) {
    const value = given.get(variableOf(name));
    if (value !== undefined) await profiles.setSecret(profile.id, slot, value);
  }
}

function variableOf(name: string): string {
  return name
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "_");
}

function* slotsOf({ extraHeaders, signature }: Profile): Iterable<readonly [slot: string, name: string]> {
  yield ["authentication", "authentication"];
  for (const { id, name, secret } of extraHeaders) if (secret) yield [`header:${id}`, name];
  const secrets = signature?.secrets ?? [];
  for (const [place, { id }] of secrets.entries())
    yield [`signature:${id}`, place === 0 ? "signature" : `signature ${place + 1}`];
}
