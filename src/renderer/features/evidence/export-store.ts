import type { ExportFormat, ExportPreview, ExportScope, Paper, Redaction } from "../../../shared/evidence.ts";
import type { Result } from "../../../shared/primitives.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";

/** How far an export is. `lost`: what is chosen could not be looked through. */
export type ExportPhase =
  | { readonly is: "looking" }
  | { readonly is: "lost"; readonly message: string }
  | { readonly is: "ready" }
  | { readonly is: "writing" }
  | { readonly is: "written"; readonly file: string; readonly size: number }
  | { readonly is: "failed"; readonly message: string };

export interface ExportState {
  /** What the dialog is open for; null: it is closed. */
  readonly scope: ExportScope | null;
  readonly phase: ExportPhase;
  readonly preview: ExportPreview | null;
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly format: ExportFormat;
  readonly paper: Paper;
  /** Groups that stay as they are. */
  readonly keep: readonly string[];
  readonly unredacted: boolean;
  /** The text for a ticket, or why there is none; null while it is made. */
  readonly ticket: Result<{ readonly text: string }> | null;
  readonly open: (scope: ExportScope) => Promise<void>;
  /** Looks through it anew, since the rules are others now; what was chosen stays. */
  readonly lookAgain: () => Promise<void>;
  readonly choose: (change: Partial<Pick<ExportState, "format" | "paper" | "unredacted">>) => void;
  readonly setKept: (group: string, kept: boolean) => void;
  readonly write: () => Promise<void>;
  /** Gives up what is under way. */
  readonly cancel: () => void;
  readonly showFile: () => Promise<void>;
  readonly close: () => void;
}

export const isTicket = (format: ExportFormat): format is "text" | "markdown" =>
  format === "text" || format === "markdown";

const CLOSED = {
  scope: null,
  phase: { is: "looking" },
  preview: null,
  progress: null,
  keep: [],
  unredacted: false,
  ticket: null,
} as const;

export const exportStore = defineStore<ExportState>(({ bridge, set, get, tryTo }) => {
  /** The name of what is under way. */
  let requestId = "";
  /** Grows whenever an answer that is on its way is no longer wanted. */
  let generation = 0;

  bridge.on("evidence.progress", (progress) => {
    if (progress.requestId === requestId) set({ progress });
  });

  async function look(scope: ExportScope): Promise<void> {
    generation += 1;
    const wanted = generation;
    requestId = crypto.randomUUID();
    const preview = await settle(bridge.evidence.prepare({ requestId, scope, log: "own" }));
    if (wanted !== generation) {
      if (preview.ok) forget(preview.value);
      return;
    }
    if (get().preview !== null) forget(get().preview);
    if (!preview.ok) {
      set({ phase: { is: "lost", message: preview.message }, preview: null });
      return;
    }
    set({ phase: { is: "ready" }, preview: preview.value, progress: null });
    await makeTicket();
  }

  /** Lets main forget what it has prepared for an export that will not be written. */
  function forget(preview: ExportPreview | null): void {
    if (preview !== null) void settle(bridge.evidence.drop({ token: preview.token }));
  }

  function redaction(): Redaction {
    return get().unredacted ? { state: "unredacted" } : { state: "redacted", keep: get().keep };
  }

  async function makeTicket(): Promise<void> {
    const { preview, format } = get();
    if (preview === null || !isTicket(format)) return;
    generation += 1;
    const wanted = generation;
    set({ ticket: null });
    const ticket = await settle(bridge.evidence.ticket({ token: preview.token, format, redaction: redaction() }));
    if (wanted === generation) set({ ticket });
  }

  function changed(change: Partial<ExportState>): void {
    // What was written before is not what is chosen now.
    set({ ...change, ...(get().phase.is === "writing" ? {} : { phase: { is: "ready" } }) });
    void makeTicket();
  }

  return {
    ...CLOSED,
    format: "text",
    paper: "A4",
    async open(scope) {
      forget(get().preview);
      set({ ...CLOSED, scope });
      await look(scope);
    },
    async lookAgain() {
      const { scope, phase } = get();
      if (scope === null || phase.is === "writing") return;
      set({ phase: { is: "looking" }, progress: null, ticket: null });
      await look(scope);
    },
    choose: changed,
    setKept(group, kept) {
      const others = get().keep.filter((each) => each !== group);
      changed({ keep: kept ? [...others, group] : others });
    },
    async write() {
      const { preview, format, paper, phase } = get();
      if (preview === null || phase.is === "writing") return;
      requestId = crypto.randomUUID();
      const mine = requestId;
      set({ phase: { is: "writing" }, progress: null });
      const result = await settle(
        bridge.evidence.write({ requestId, token: preview.token, format, redaction: redaction(), paper }),
      );
      if (mine !== requestId) return;
      set({ progress: null });
      if (!result.ok)
        set({ phase: result.code === "cancelled" ? { is: "ready" } : { is: "failed", message: result.message } });
      else if (result.value.file === null) set({ phase: { is: "ready" } });
      else set({ phase: { is: "written", file: result.value.file, size: result.value.size } });
    },
    cancel: () => void settle(bridge.evidence.cancel({ requestId })),
    async showFile() {
      await tryTo("show the file", bridge.evidence.show(null));
    },
    close() {
      if (get().phase.is === "looking" || get().phase.is === "writing") get().cancel();
      generation += 1;
      requestId = "";
      forget(get().preview);
      set(CLOSED);
    },
  };
});
