import type { Page } from "playwright/test";
import { DEFAULT_ANSWER_SCRIPT, PLAIN_ANSWER, sequenceOf } from "../../../src/shared/answer-script.ts";
import { contract, type Group, type Method } from "../../../src/shared/contract.ts";
import type { ProfileDraft } from "../../../src/shared/profile.ts";
import type { Random } from "../../endurance/random.ts";
import { answerOf, ask } from "../../support/bridge.ts";
import type { Inputs } from "./inputs.ts";
import type { Door } from "./senders.ts";

export interface StormUser {
  readonly profileId: string;
  readonly origin: string;
  readonly random: Random;
  readonly inputs: Inputs;
}

/** What ends or moves what is measured, opens something of the system's, or asks somebody outside. */
const LEFT_ALONE =
  /^(listener\.(start|stop|configure)|journal\.(remove|purgeCleared|configureRetention)|profiles\.(select|remove)|preferences\.set|app\.(showLog|runSelfCheck|callAttention)|evidence\.(write|show)|diagnosis\.prove|address\.|updates\.)/;
const METHODS = Object.entries(contract).flatMap(([group, methods]) =>
  Object.keys(methods)
    .map((method) => [group, method] as const)
    .filter(([, method]) => !LEFT_ALONE.test(`${group}.${method}`)),
);
/** Words, an end, and none of what programs say among each other; a field of the filter begins with its name. */
const SENTENCE = /^(?:["“A-Z0-9]|[a-z]+:).*[.?)”"]$/s;
/** A user has a few of them, however nasty each is. */
const SECRETS = [
  "storm-secret",
  "\\".repeat(10_000),
  "ab".repeat(5_000),
  '\u202e"<secret>&',
  "x".repeat(20_000),
  "storm-two",
];
const STOPPED_AFTER_MS = 30_000;
const KEYS = ["ArrowUp", "ArrowDown", "ArrowUp", "PageUp", "End", "Tab", "Escape"];

/** Who uses the window, or has it in hand: what is typed, chosen, imported, pasted, asked. */
export function createUses(
  page: Page,
  { profileId, origin, random, inputs }: StormUser,
): Readonly<Record<string, Door>> {
  let count = 0;
  const requestId = (): string => `storm-${(count += 1)}`;
  /** Refused is well, as long as it is said in a sentence. */
  async function asked<G extends Group, M extends Method<G>>(
    group: G,
    method: M,
    input: unknown,
  ): Promise<string | null> {
    const answer = await ask(page, group, method, input as never);
    if (answer.ok || SENTENCE.test(answer.message)) return null;
    return `${group}.${String(method)} was refused with “${answer.message.slice(0, 200)}”`;
  }
  async function anyId(): Promise<number> {
    const { events } = await answerOf(page, "journal", "page", { limit: 60, filter: "kind:delivery" });
    return events.length === 0 ? 1 : inputs.pick(events).id;
  }
  const draft = async (): Promise<ProfileDraft> => {
    const { profiles } = await answerOf(page, "profiles", "list", null);
    const found = profiles.find(({ profile }) => profile.id === profileId);
    if (found === undefined) throw new Error("The storm's profile is gone.");
    const { id: _, ...rest } = found.profile;
    return rest;
  };
  async function sometimesCancelled(
    way: "calls" | "replay",
    id: string,
    running: Promise<string | null>,
  ): Promise<string | null> {
    if (random.whole(1, 3) === 1) {
      await new Promise((resolve) => setTimeout(resolve, random.whole(0, 500)));
      await ask(page, way, "cancel", { requestId: id });
    }
    return running;
  }

  return {
    calls: {
      lanes: 3,
      use: () => {
        const id = requestId();
        const action = inputs.pick([
          { operation: "link", linkId: inputs.text(2_000) },
          { operation: "credit", body: { raw: inputs.text(100_000) } },
          { operation: "credit", body: { amount: "5", currency: inputs.text(20), userReference: inputs.text(2_000) } },
          {
            operation: "charge",
            body: { amount: "5", currency: "NGN", from: "a", to: "b", remark: inputs.text(9_000) },
          },
        ]);
        return sometimesCancelled("calls", id, asked("calls", "send", { requestId: id, profileId, action }));
      },
    },
    replays: {
      use: async () => {
        const id = requestId();
        const target = inputs.pick([{ kind: "listener" }, { kind: "url", url: `${origin}/replay` }]);
        const edited = inputs.pick([
          null,
          {
            method: "POST",
            path: "/webhooks",
            headers: [["X-Storm", inputs.text(500)]],
            body: inputs.bytes().toString("base64"),
            sign: false,
          },
        ]);
        const rest = { host: "received", withSecrets: true, agreed: "once", edited };
        return sometimesCancelled(
          "replay",
          id,
          asked("replay", "send", { requestId: id, id: await anyId(), target, ...rest }),
        );
      },
    },
    logos: {
      use: () =>
        asked("logos", "fetch", {
          url: inputs.pick([`${origin}/${random.next()}.svg`, inputs.text(4_000)]),
          profileId,
        }),
    },
    imports: {
      lanes: 1,
      use: async () => {
        const { text } = await answerOf(page, "profiles", "exportText", { ids: [profileId] });
        const at = random.whole(0, text.length);
        const changed = inputs.pick([
          text,
          text.slice(0, at),
          text.slice(0, at) + inputs.text(200) + text.slice(at),
          inputs.text(4_000_000),
          text.replace(/"name":/, `"name":${JSON.stringify(inputs.text(300))},"was":`),
        ]);
        const fault = await asked("profiles", "offerText", { file: inputs.text(300), text: changed });
        const taken = await ask(page, "profiles", "importText", { text: changed });
        if (taken.ok)
          for (const { profile } of taken.value.imported)
            await answerOf(page, "profiles", "remove", { id: profile.id });
        return fault;
      },
    },
    "profiles and scripts": {
      lanes: 1,
      use: async () => {
        const before = await draft();
        // The first answer to each webhook is a usual one: whoever sends one once gets it.
        const answerScript = inputs.pick([
          DEFAULT_ANSWER_SCRIPT,
          sequenceOf(
            PLAIN_ANSWER,
            { ...PLAIN_ANSWER, body: inputs.text(900_000), bytesPerSecond: 500_000 },
            { does: "reset", delayMs: 5 },
            { does: "garbage", text: inputs.text(9_000) || "x", delayMs: 0 },
            { does: "hang", limitMs: 2_000 },
          ),
          inputs.value(),
        ]);
        const changed = {
          ...before,
          answerScript,
          name: inputs.text(100),
          [inputs.pick(Object.keys(before))]: inputs.value(),
        };
        const fault = await asked("profiles", "update", { id: profileId, draft: changed });
        return fault ?? asked("profiles", "update", { id: profileId, draft: { ...before, answerScript } });
      },
    },
    preferences: {
      lanes: 1,
      use: () =>
        asked("preferences", "set", {
          savedFilters: Array.from({ length: random.whole(0, 100) }, () => ({
            name: inputs.text(60),
            filter: inputs.filter(),
          })),
          [inputs.pick(["compare", "notifications", "wrapBodies", "actionTab"])]: inputs.value(),
        }),
    },
    secrets: {
      lanes: 1,
      use: async () => {
        const slot = inputs.pick(["authentication", "header:a", "header:b", "signature:a", inputs.text(200)]);
        const value = inputs.pick(SECRETS);
        return (
          (await asked("profiles", "setSecret", { id: profileId, slot, value })) ??
          (random.whole(1, 3) === 1 ? asked("profiles", "removeSecret", { id: profileId, slot }) : null)
        );
      },
    },
    filters: {
      use: async () => {
        const id = requestId();
        const filter = inputs.filter();
        const running = asked("journal", "page", { limit: 200, filter, within: 2_000, requestId: id });
        if (random.whole(1, 3) === 1) await ask(page, "journal", "cancelSearch", { requestId: id });
        return running;
      },
    },
    "looking at events": {
      use: async () => {
        const id = await anyId();
        const part = inputs.pick(["request", "answer"]);
        return (
          (await asked("journal", "detail", { id })) ??
          (await asked("journal", "decodedBody", { id, part })) ??
          (await asked("readings", "of", { id })) ??
          (await asked("calls", "curl", { id })) ??
          asked("journal", "annotate", { ids: [id], note: inputs.text(4_000), add: [inputs.text(60)] })
        );
      },
    },
    exports: {
      lanes: 1,
      use: async () => {
        const scope = { of: "events", ids: [await anyId()] };
        return asked("evidence", "prepare", { requestId: requestId(), scope });
      },
    },
    clearing: {
      lanes: 1,
      use: async () => {
        const id = requestId();
        // A log of gigabytes takes its time to be looked through for what is not in it: who sees how far that has come
        // may stop it.
        const stop = setTimeout(() => void ask(page, "journal", "cancelSearch", { requestId: id }), STOPPED_AFTER_MS);
        const fault = await asked("journal", "clear", { filter: inputs.filter(), requestId: id });
        clearTimeout(stop);
        return fault ?? asked("journal", "bringBackCleared", null);
      },
    },
    "values nobody's window sends": {
      use: () => {
        const [group, method] = inputs.pick(METHODS);
        return asked(group as Group, method as never, inputs.value());
      },
    },
    "the window": {
      lanes: 1,
      use: async () => {
        const filter = page.getByRole("combobox", { name: "Filter" });
        const row = page.getByRole("grid", { name: "Event log" });
        if (random.whole(1, 10) === 1) await filter.fill(inputs.pick(["", inputs.filter()]));
        // While the window reads the log under a filter, or finds nothing, there are no rows.
        else await row.focus({ timeout: 2_000 }).catch(() => undefined);
        for (let presses = random.whole(1, 6); presses > 0; presses -= 1) await page.keyboard.press(inputs.pick(KEYS));
        if (random.whole(1, 10) === 1) {
          await page
            .getByLabel("Link ID", { exact: true })
            .focus({ timeout: 2_000 })
            .catch(() => undefined);
          await page.keyboard.insertText(inputs.text(200_000));
        }
        return null;
      },
    },
  };
}
