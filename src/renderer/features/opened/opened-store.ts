import {
  type FileCheck,
  type OfferedFile,
  OPENED_FILE_LIMIT,
  OPENED_FILE_ROOM,
  OPENED_PIECE,
  type OpenedFile,
} from "../../../shared/case-file.ts";
import { PLAYBOOK_EXTENSION } from "../../../shared/playbook.ts";
import type { Result } from "../../../shared/primitives.ts";
import { base64Of } from "../../core/base64.ts";
import { settle } from "../../core/bridge.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { defineStore } from "../../core/store.ts";
import { playbooksStore } from "../playbooks/index.ts";

/** How far it is with a file that was chosen. */
export type OpeningPhase =
  | { readonly is: "closed" }
  | { readonly is: "taking" | "checking" | "opening"; readonly file: string }
  | { readonly is: "checked"; readonly token: string; readonly check: FileCheck }
  /** What was found of the file that is open. */
  | { readonly is: "told"; readonly check: FileCheck }
  | { readonly is: "failed"; readonly file: string; readonly message: string };

export interface OpenedState {
  /** The file that is open as a log of its own. */
  readonly file: OpenedFile | null;
  /** Which of the two logs is in sight. */
  readonly looking: "opened" | "own";
  readonly phase: OpeningPhase;
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly start: () => Promise<void>;
  /** A file of the user's choice: takes it in and says what it is; a playbook is asked about. */
  readonly take: (file: Blob & { readonly name: string }) => Promise<void>;
  readonly open: () => Promise<void>;
  /** Gives up what is under way; what was only looked at is forgotten. */
  readonly dismiss: () => void;
  readonly tellAgain: () => void;
  readonly look: (at: "opened" | "own") => void;
  readonly closeFile: () => Promise<void>;
  /** Gives the signer of the file that is looked at a name. */
  readonly nameSigner: (name: string) => Promise<void>;
}

export const openedStore = defineStore<OpenedState>(({ bridge, set, get, tryTo, other }) => {
  let requestId = "";
  let token = "";
  /** Grows whenever an answer that is on its way is no longer wanted. */
  let generation = 0;

  bridge.on("opened.progress", (progress) => {
    if (progress.requestId === requestId) set({ progress });
  });
  bridge.on("opened.changed", (file) => set({ file, looking: file === null ? "own" : "opened" }));
  bridge.on("opened.offered", (offered) => void check(offered, begin(offered.file)));

  /** Something else is looked at from now on. */
  function begin(file: string): number {
    forget();
    set({ phase: { is: "checking", file }, progress: null });
    return generation;
  }

  function forget(): void {
    generation += 1;
    if (requestId !== "") void settle(bridge.opened.cancel({ requestId }));
    if (token !== "") void settle(bridge.opened.drop({ token }));
    requestId = "";
    token = "";
  }

  function failed(file: string, result: Extract<Result<unknown>, { ok: false }>): void {
    set({ phase: { is: "failed", file, message: result.message }, progress: null });
  }

  async function check(offered: OfferedFile, mine: number): Promise<void> {
    token = offered.token;
    requestId = crypto.randomUUID();
    set({ phase: { is: "checking", file: offered.file }, progress: null });
    const found = await settle(bridge.opened.check({ token, requestId }));
    if (mine !== generation) return;
    requestId = "";
    if (found.ok) set({ phase: { is: "checked", token: offered.token, check: found.value }, progress: null });
    else failed(offered.file, found);
  }

  return {
    file: null,
    looking: "own",
    phase: { is: "closed" },
    progress: null,
    async start() {
      const status = await settle(bridge.opened.status(null));
      if (status.ok) set({ file: status.value, looking: status.value === null ? "own" : "opened" });
    },
    async take(file) {
      // Asks by itself, and is nothing that could be opened as a log.
      if (file.name.toLowerCase().endsWith(`.${PLAYBOOK_EXTENSION}`)) return other(playbooksStore).read(file);
      const mine = begin(file.name);
      if (file.size > OPENED_FILE_LIMIT) {
        failed(file.name, {
          ok: false,
          code: "not-readable",
          message: `This file is larger than ${OPENED_FILE_ROOM}.`,
        });
        return;
      }
      set({ phase: { is: "taking", file: file.name }, progress: { done: 0, of: file.size } });
      const begun = await settle(bridge.opened.begin({ file: file.name.slice(0, 300) }));
      if (!begun.ok) return failed(file.name, begun);
      // Given up meanwhile: the beginning of the file is of no use to anybody.
      const drop = (): void => void settle(bridge.opened.drop(begun.value));
      for (let from = 0; from < file.size; from += OPENED_PIECE) {
        if (mine !== generation) return drop();
        const bytes = await piece(file, from);
        const put = bytes.ok ? await settle(bridge.opened.put({ ...begun.value, bytes: bytes.value })) : bytes;
        if (!put.ok) {
          drop();
          if (mine === generation) failed(file.name, put);
          return;
        }
        if (mine === generation) set({ progress: { done: Math.min(from + OPENED_PIECE, file.size), of: file.size } });
      }
      if (mine !== generation) return drop();
      await check({ ...begun.value, file: file.name }, mine);
    },
    async open() {
      const { phase } = get();
      if (phase.is !== "checked") return;
      const mine = generation;
      requestId = crypto.randomUUID();
      const { file } = phase.check;
      set({ phase: { is: "opening", file }, progress: null });
      const opened = await settle(bridge.opened.open({ token: phase.token, requestId }));
      if (mine !== generation) return;
      requestId = "";
      if (!opened.ok) return failed(file, opened);
      token = "";
      set({ phase: { is: "closed" }, progress: null, file: opened.value, looking: "opened" });
    },
    dismiss() {
      forget();
      set({ phase: { is: "closed" }, progress: null });
    },
    tellAgain() {
      const { file } = get();
      if (file !== null) set({ phase: { is: "told", check: file.check } });
    },
    look: (looking) => set({ looking }),
    async closeFile() {
      await tryTo("close the file", bridge.opened.close(null));
    },
    async nameSigner(name) {
      const { phase, file } = get();
      const check = phase.is === "checked" || phase.is === "told" ? phase.check : null;
      if (check?.is !== "case" || check.signedBy.by !== "unknown") return;
      const { fingerprint } = check.signedBy;
      const { values, change } = other(preferencesStore);
      change({ knownSigners: [...values.knownSigners, { fingerprint, name }] });
      const known: FileCheck = { ...check, signedBy: { by: "known", fingerprint, name } };
      if (phase.is === "checked" || phase.is === "told") set({ phase: { ...phase, check: known } });
      if (file?.check === check) set({ file: { ...file, check: known } });
    },
  };
});

/** A part of a file as text; a file may be gone, or changed, by the time that it is read. */
async function piece(file: Blob, from: number): Promise<Result<string>> {
  try {
    return { ok: true, value: base64Of(new Uint8Array(await file.slice(from, from + OPENED_PIECE).arrayBuffer())) };
  } catch {
    return { ok: false, code: "not-readable", message: "The file could not be read to its end. Choose it again." };
  }
}
