import { type AnswerScript, DEFAULT_ANSWER_SCRIPT, type ScriptStatus } from "../../../shared/answer-script.ts";
import type { EventSummary } from "../../../shared/events.ts";
import { DEFAULT_LISTENER_SETTINGS, type ListenerSettings, type ListenerStatus } from "../../../shared/listener.ts";
import type { EventId, Instant, Result } from "../../../shared/primitives.ts";
import { type ForwardSummary, forwardNow } from "../../../shared/replay.ts";
import { settle } from "../../core/bridge.ts";
import { defineStore } from "../../core/store.ts";
import { type Unsaved, unsavedOf } from "../../core/unsaved.ts";
import { profilesStore, selectedProfile, viewOf } from "../profiles/index.ts";

/** The tabs of the listener's panel. */
export const LISTENER_PARTS = {
  public: "Public address",
  relay: "Relay",
  address: "Port and path",
  answer: "Answer",
  forward: "Forward",
  nothing: "Nothing arrives?",
} as const;
export type ListenerPart = keyof typeof LISTENER_PARTS;
export const listenerParts = Object.keys(LISTENER_PARTS) as ListenerPart[];

/** How handing on the latest webhook ended, and where it was to go. */
export interface LastForward {
  readonly id: EventId;
  /** When the webhook came. */
  readonly at: Instant;
  readonly url: string;
  readonly summary: ForwardSummary;
}

interface UnsavedPart {
  readonly state: Unsaved;
  /** @returns whether it was saved: it may be wrong, or ask first */
  readonly save: () => Promise<boolean>;
}

/** What holds of all parts. */
export function unsavedParts({ unsaved }: Pick<ListenerState, "unsaved">): Unsaved {
  const states = Object.values(unsaved).map(({ state }) => state);
  return unsavedOf(states.includes("edited"), states.includes("saving"));
}

export interface ListenerState {
  readonly part: ListenerPart;
  readonly showPart: (part: ListenerPart) => void;
  /**
   * The last webhook went to another path, and nobody has looked at a part since: the panel opens where the path
   * stands.
   */
  readonly strayed: boolean;
  /** The parts that have changes that are not saved. */
  readonly unsaved: Readonly<Partial<Record<ListenerPart, UnsavedPart>>>;
  readonly setUnsaved: (part: ListenerPart, unsaved: UnsavedPart | undefined) => void;
  /** @returns false: a part could not be saved, and is shown */
  readonly saveAll: () => Promise<boolean>;
  readonly status: ListenerStatus;
  /**
   * The port that it last listened on since the window is open, to which a dashboard may lead; null also for any free
   * one.
   */
  readonly listenedOn: number | null;
  /** How far the answer script of the selected profile is; null before the first answer from main. */
  readonly script: ScriptStatus | null;
  /** The last forward of a webhook that came since the window is open, by profile. */
  readonly lastForward: Readonly<Partial<Record<string, LastForward>>>;
  /** Starts or stops listening; the state arrives as a push. */
  readonly setListening: (listening: boolean) => Promise<void>;
  /** A refusal is returned for the form to show. */
  readonly configure: (settings: ListenerSettings, exposureConfirmed: boolean) => Promise<Result<ListenerStatus>>;
  /** Begins the script again from its first step. */
  readonly restartScript: () => Promise<void>;
  /** The selected profile answers 200 at once again; a toast takes that back. */
  readonly answerNormally: () => Promise<void>;
}

const UNKNOWN: ListenerStatus = {
  state: "stopped",
  settings: DEFAULT_LISTENER_SETTINGS,
  url: null,
  problem: null,
  deliveries: 0,
  exposed: false,
  machineNames: [],
};

export const listenerStore = defineStore<ListenerState>(({ bridge, toasts, set, get, other, tryTo }) => {
  const see = (status: ListenerStatus) =>
    set(status.state === "listening" ? { status, listenedOn: status.settings.port || null } : { status });
  bridge.on("listener.changed", see);
  bridge.on("script.changed", (script) => set({ script }));
  /** Older rows change for other reasons, such as a note: how their forwarding ended says nothing of now. */
  let firstNew: EventId | null = null;
  bridge.on("journal.changed", ({ appended, amended }) => {
    firstNew ??= appended[0]?.id ?? null;
    for (const event of [...appended, ...amended]) seeForward(event);
    const last = appended.findLast(
      (event) =>
        event.kind === "delivery" &&
        event.method === "POST" &&
        event.completeness === "whole" &&
        event.replay === undefined &&
        event.onPurpose?.does !== "proof",
    );
    if (last?.kind === "delivery" && last.onPath === get().strayed) set({ strayed: !last.onPath });
  });

  function seeForward(event: EventSummary): void {
    if (event.kind !== "delivery" || event.forward === undefined || event.profile === null) return;
    if (firstNew === null || event.id < firstNew || forwardNow(event.forward).outcome.code === "waiting") return;
    const { id: profileId } = event.profile;
    const { id, at, forward: summary } = event;
    const url = viewOf(profileId)(other(profilesStore))?.profile.replay.forward.url ?? "";
    set(({ lastForward }) =>
      id < (lastForward[profileId]?.id ?? 0)
        ? {}
        : { lastForward: { ...lastForward, [profileId]: { id, at, url, summary } } },
    );
  }

  async function answerWith(id: string, answerScript: AnswerScript) {
    return (await tryTo("change the answer", other(profilesStore).amend(id, { answerScript }))).ok;
  }

  return {
    part: "public",
    showPart: (part) => set({ part, strayed: false }),
    strayed: false,
    unsaved: {},
    setUnsaved: (part, change) =>
      set(({ unsaved }) => {
        const { [part]: _, ...others } = unsaved;
        return { unsaved: change === undefined ? others : { ...others, [part]: change } };
      }),
    async saveAll() {
      for (const part of listenerParts) {
        if ((await get().unsaved[part]?.save()) !== false) continue;
        get().showPart(part);
        return false;
      }
      return true;
    },
    status: UNKNOWN,
    listenedOn: null,
    script: null,
    lastForward: {},
    async setListening(listening) {
      const result = listening
        ? await tryTo("start the listener", bridge.listener.start(null))
        : await tryTo("stop the listener", bridge.listener.stop(null));
      if (result.ok) see(result.value);
    },
    async configure(settings, exposureConfirmed) {
      const result = await settle(bridge.listener.configure({ settings, exposureConfirmed }));
      if (result.ok) see(result.value);
      return result;
    },
    async restartScript() {
      const result = await tryTo("begin the script again", bridge.listener.restartScript(null));
      if (result.ok) set({ script: result.value });
    },
    async answerNormally() {
      const profile = selectedProfile(other(profilesStore))?.profile;
      if (profile === undefined) return;
      const { id, answerScript } = profile;
      if (await answerWith(id, DEFAULT_ANSWER_SCRIPT))
        toasts.done("Webhooks are answered 200 again", () => void answerWith(id, answerScript));
    },
    async start() {
      const script = await tryTo("read the script’s state", bridge.listener.scriptStatus(null));
      if (script.ok) set({ script: script.value });
      const result = await tryTo("read the listener’s state", bridge.listener.status(null));
      if (result.ok) see(result.value);
    },
  };
});
