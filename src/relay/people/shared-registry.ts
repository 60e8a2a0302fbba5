import { JetStreamApiError } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { RequestError, TimeoutError } from "@nats-io/transport-node";
import { z } from "zod";
import { errorText } from "../../shared/primitives.ts";
import type { Nats } from "../nats/connection.ts";
import { isMissing, streamOf } from "../storage/jetstream-store.ts";
import {
  hashOf,
  type Inbox,
  isGone,
  isTaken,
  type Member,
  NEW_INBOX,
  newCode,
  newInboxId,
  type Registry,
  RegistryProblem,
  stateOf,
} from "./registry.ts";

const BUCKET = "linkdesk-people";
/** How often it is asked whether all that was changed has come here. */
const LOOK_MS = 5_000;
/** An election takes up to nine seconds (raft.go of nats-server), and may have to be held again. */
const WRITE_MS = 30_000;
/** A relay that has not heard for so long which members were removed lets no desktop in. */
const STALE_MS = 30_000;
/** When two relays change the same entry at once, the later one tries again, so often at most. */
const TRIES = 20;

const inboxValue = z.object({
  name: z.string(),
  status: z.int(),
  body: z.string(),
  answerWaitMs: z.int(),
  keepDays: z.int().default(NEW_INBOX.keepDays),
});
const memberValue = z.object({
  name: z.string(),
  token: z.string().nullable(),
  code: z.string(),
  until: z.number(),
  revoked: z.boolean(),
  inboxes: z.array(z.string()),
});
type MemberValue = Readonly<z.infer<typeof memberValue>>;

interface Known<Value> {
  readonly value: Value;
  readonly revision: number;
}

/**
 * Shared by all relays before the same servers, in a key-value bucket there. Each relay holds all of it in memory, is
 * told of each change, and looks every few seconds whether it has missed one.
 */
export async function openSharedRegistry(nats: Nats, replicas: number): Promise<Registry> {
  const buckets = new Kvm(nats.js);
  // What is there stays as it is: the command line does not say how many replicas it is to have.
  const isThere = await nats.manager.streams.info(`KV_${BUCKET}`).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
  const bucket = isThere ? await buckets.open(BUCKET) : await buckets.create(BUCKET, { replicas, history: 1 });
  const inboxes = new Map<string, Known<Inbox>>();
  const members = new Map<number, Known<MemberValue>>();
  const settings = new Map<string, string>();
  let seen = 0;
  let created = "";
  let currentAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let stopWatching: () => void = () => {};
  let more: (() => void)[] = [];

  function take(key: string, text: string | null, revision: number): void {
    const [kind = "", id = ""] = key.split(".");
    const known = kind === "inbox" ? inboxes.get(id) : members.get(Number(id));
    if (known !== undefined && known.revision >= revision) return;
    if (text === null) {
      if (kind === "inbox") inboxes.delete(id);
      else members.delete(Number(id));
    } else if (kind === "inbox") inboxes.set(id, { value: { ...inboxValue.parse(JSON.parse(text)), id }, revision });
    else if (kind === "member") members.set(Number(id), { value: memberValue.parse(JSON.parse(text)), revision });
    else if (kind === "setting") settings.set(id, text);
  }

  /** Reads all entries from the beginning, over what is known: meanwhile every member stays known. */
  async function watch(): Promise<void> {
    stopWatching();
    const entries = await bucket.watch();
    stopWatching = () => entries.stop();
    void (async () => {
      for await (const entry of entries) {
        try {
          take(entry.key, entry.operation === "PUT" ? entry.string() : null, entry.revision);
        } catch {
          // Written by a later version, or by somebody else: not ours to read.
        }
        seen = Math.max(seen, entry.revision);
        for (const resolve of more.splice(0)) resolve();
      }
    })().catch(() => undefined);
  }

  async function look(): Promise<void> {
    const { streamInfo } = await bucket.status();
    if (String(streamInfo.created) !== created) {
      // Another bucket under the same name: nothing that was known holds any more.
      inboxes.clear();
      members.clear();
      settings.clear();
      seen = 0;
      created = String(streamInfo.created);
      await watch();
    }
    const until = performance.now() + LOOK_MS;
    while (seen < streamInfo.state.last_seq) {
      if (performance.now() > until) {
        await watch();
        return;
      }
      await new Promise<void>((resolve) => {
        more = [...more, resolve];
        setTimeout(resolve, 100);
      });
    }
    currentAt = performance.now();
  }

  /** One look at a time for all who ask: whoever guesses tokens costs NATS no more than that. */
  let asked: Promise<void> | null = null;
  let looking: Promise<void> = look();
  await looking;
  if (currentAt < 0) throw new RegistryProblem("NATS does not tell who the members are.");
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined);
  }, LOOK_MS);

  /** What was written here is known here at once. */
  async function put(key: string, value: object, revision: number): Promise<void> {
    const text = JSON.stringify(value);
    const write = () => (revision === 0 ? bucket.create(key, text) : bucket.update(key, text, revision));
    let isAgain = false;
    const written = await untilHeard(async () => {
      // What was not answered in time may have been done.
      const found = isAgain ? await bucket.get(key) : null;
      isAgain = true;
      return found !== null && found.revision > revision && found.string() === text ? found.revision : write();
    });
    take(key, text, written);
  }

  /** Of the newest there is; `to` returns null where it is to stay as it is, and nothing is changed of what is gone. */
  async function change<Value extends object>(
    key: string,
    newest: () => Known<Value> | undefined,
    to: (value: Value) => Value | null,
  ): Promise<boolean> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const known = newest();
      const value = known === undefined ? null : to(known.value);
      if (known === undefined || value === null) return false;
      try {
        await put(key, value, known.revision);
        return true;
      } catch (error) {
        if (!isConflict(error)) throw new RegistryProblem(`NATS has not kept it: ${errorText(error)}.`);
        await look();
      }
    }
    throw new RegistryProblem("Others change the same all the time.");
  }
  const changeMember = (id: number, to: (value: MemberValue) => MemberValue | null): Promise<boolean> =>
    change(`member.${id}`, () => members.get(id), to);
  const isNamed = (name: string): boolean => [...inboxes.values()].some(({ value }) => value.name === name);

  const inboxesOf = ({ inboxes: ids }: Pick<MemberValue, "inboxes">): readonly Inbox[] =>
    ids.flatMap((id) => inboxes.get(id)?.value ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));

  return {
    async addInbox(name, more) {
      if (isNamed(name)) throw isTaken(name);
      const inbox: Inbox = { id: newInboxId(), name, ...NEW_INBOX, ...more };
      await put(`inbox.${inbox.id}`, inbox, 0);
      return inbox;
    },
    async changeInbox(id, next) {
      const { name } = next;
      let inbox: Inbox | null = null;
      const to = (value: Inbox): Inbox => {
        if (name !== undefined && name !== value.name && isNamed(name)) throw isTaken(name);
        inbox = { ...value, ...next };
        return inbox;
      };
      const isChanged = await change(`inbox.${id}`, () => inboxes.get(id), to);
      if (!isChanged || inbox === null) throw isGone();
      return inbox;
    },
    inbox: (id) => inboxes.get(id)?.value ?? null,
    inboxes: () => [...inboxes.values()].map(({ value }) => value).sort((a, b) => (a.name < b.name ? -1 : 1)),
    async removeInbox(id) {
      await untilHeard(() => bucket.delete(`inbox.${id}`));
      inboxes.delete(id);
      try {
        await untilHeard(() => nats.manager.streams.delete(streamOf(id)));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async invite(name, ids, until) {
      const code = newCode();
      const value: MemberValue = { name, token: null, code: hashOf(code), until, revoked: false, inboxes: [...ids] };
      for (let attempt = 0; attempt < TRIES; attempt += 1)
        try {
          await put(`member.${Math.max(0, ...members.keys()) + 1}`, value, 0);
          return code;
        } catch (error) {
          if (!isConflict(error)) throw new RegistryProblem(`NATS has not kept it: ${errorText(error)}.`);
          await look();
        }
      throw new RegistryProblem("Others invite at the same time. Try again.");
    },
    async join(code, token, now) {
      await look();
      const [own, wanted] = [hashOf(token), hashOf(code)];
      for (const [id, { value }] of members)
        if (value.code === wanted)
          return changeMember(id, (found) => {
            const isOpen = found.token === own || (found.token === null && found.until > now);
            return isOpen && !found.revoked ? { ...found, token: own } : null;
          });
      return false;
    },
    catchUp() {
      asked ??= look().finally(() => {
        asked = null;
      });
      return asked;
    },
    member(token) {
      if (performance.now() - currentAt > STALE_MS)
        throw new RegistryProblem("NATS does not tell who the members are.");
      const own = hashOf(token);
      for (const [id, { value }] of members)
        if (value.token === own && !value.revoked) return { id, name: value.name } satisfies Member;
      return null;
    },
    inboxesOf({ id }) {
      const known = members.get(id);
      return known === undefined ? [] : inboxesOf(known.value);
    },
    members: (now) =>
      [...members].map(([id, { value }]) => ({
        id,
        name: value.name,
        state: stateOf({ revoked: value.revoked, joined: value.token !== null, until: value.until }, now),
        inboxes: inboxesOf(value).map(({ name }) => name),
      })),
    async revoke(nameOrNumber) {
      let count = 0;
      for (const [id, { value }] of [...members])
        if (!value.revoked && (value.name === nameOrNumber || String(id) === nameOrNumber))
          if (await changeMember(id, (found) => (found.revoked ? null : { ...found, revoked: true }))) count += 1;
      return count;
    },
    setting: (name) => settings.get(name) ?? null,
    async set(name, value) {
      await untilHeard(() => bucket.put(`setting.${name}`, value));
      settings.set(name, value);
    },
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      stopWatching();
    },
  };
}

/** Writes again until it is answered: while NATS chooses a leader, a write may be lost or not answered. */
async function untilHeard<Value>(write: () => Promise<Value>): Promise<Value> {
  const until = performance.now() + WRITE_MS;
  for (;;)
    try {
      return await write();
    } catch (error) {
      if (!isUnheard(error) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

function isUnheard(error: unknown): boolean {
  if (error instanceof TimeoutError) return true;
  if (!(error instanceof Error)) return false;
  return error.name === "JetStreamNotEnabled" || (error.cause instanceof RequestError && error.cause.isNoResponders());
}

const WRONG_REVISION = 10_071;

function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === WRONG_REVISION;
}
