import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { openRegistry } from "../../src/relay/people/sqlite-registry.ts";
import { WEBHOOK_PATH } from "../../src/shared/inbox.ts";
import type { HeaderList } from "../../src/shared/primitives.ts";
import { joinRelay, receiveFrom } from "../support/relay-member.ts";
import { startRelayProcess } from "../support/relay-process.ts";
import { until } from "../support/until.ts";
import { LOCAL, openListener, post } from "./open-listener.ts";
import { openWire, type Wire } from "./wire.ts";

/** A request as it was kept, whichever door it came through. */
export interface KeptRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderList;
  readonly completeness: string;
  readonly problem: string | null;
  /** What it was answered; null where there was nobody to answer. */
  readonly status: number | null;
  readonly body: Buffer;
}

/** Where webhooks come in: the desktop's own listener, or a relay. What is thrown at one is thrown at the other. */
export interface Door {
  readonly port: number;
  /** Where webhooks are sent. */
  readonly path: string;
  /** Whether what leads nowhere is kept as well. */
  readonly keepsAll: boolean;
  /** What it answers where its disk is busy for longer than a sender waits; null where it waits for it. */
  readonly notNow: number | null;
  /** The text of a request to `/webhooks`, as one to this door. */
  here(text: string): string;
  /** A POST to its path. */
  post(body: string | Uint8Array, extraLines?: readonly string[]): Buffer;
  wire(): Promise<Wire>;
  /** Resolves once so many are kept: all there are by then, oldest first. */
  kept(count: number): Promise<readonly KeptRequest[]>;
  /** The same, once one with this body is among them: what came before it is as well. */
  keptUpTo(body: string): Promise<readonly KeptRequest[]>;
}

/** With a body cap as small as in the tests of what is too long. */
const CAP = 1_048_576;

async function openListenersDoor(): Promise<Door> {
  const { port, wire, journal } = await openListener({ settings: { bodyCapBytes: CAP } });
  const all = (): readonly KeptRequest[] =>
    journal.deliveries().map(({ event: { summary, request, requestBody } }) => ({
      method: summary.method,
      target: summary.path,
      headers: request.headers,
      completeness: summary.completeness,
      problem: request.problem,
      status: summary.status,
      body: Buffer.from(requestBody),
    }));
  return {
    port,
    path: LOCAL.path,
    keepsAll: true,
    notNow: null,
    here: (text) => text,
    post,
    wire,
    async kept(count) {
      await journal.untilEnded(count);
      return all();
    },
    async keptUpTo(body) {
      await journal.until(() => all().some((each) => each.body.toString() === body));
      return all();
    },
  };
}

/** In a process of its own: what is thrown at it is not to keep its disk waiting. */
async function openRelay() {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-relay-"));
  const relay = await startRelayProcess(folder, 0, ["--max-body", String(CAP)]);
  const people = openRegistry(folder);
  return {
    async door(): Promise<Door> {
      const { id } = await people.addInbox(`shop ${performance.now()}`, {});
      const token = await joinRelay(relay.url, await people.invite("ada", [id], Number.MAX_SAFE_INTEGER));
      const member = await receiveFrom(relay.url, id, token ?? "");
      onTestFinished(() => member.close());
      const all = (): readonly KeptRequest[] =>
        member.webhooks.map(({ head, body }) => ({
          ...head,
          status: head.answer?.status ?? null,
          body: Buffer.from(body),
        }));
      const path = WEBHOOK_PATH + id;
      const here = (text: string): string => text.replaceAll(LOCAL.path, path);
      const port = Number(new URL(relay.url).port);
      return {
        port,
        path,
        keepsAll: false,
        notNow: 503,
        here,
        post(body, extraLines) {
          const request = post(body, extraLines);
          const head = request.indexOf("\r\n\r\n");
          return Buffer.concat([
            Buffer.from(here(request.toString("latin1", 0, head)), "latin1"),
            request.subarray(head),
          ]);
        },
        async wire() {
          const wire = await openWire(port);
          onTestFinished(() => wire.close());
          return wire;
        },
        // As its members have it.
        async kept(count) {
          await member.has(count);
          return all();
        },
        async keptUpTo(wanted) {
          await until(() => member.webhooks.some(({ body }) => Buffer.from(body).toString() === wanted));
          return all();
        },
      };
    },
    async close() {
      relay.child.kill("SIGTERM");
      await once(relay.child, "exit");
      await people.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Called once in a file: its relay ends with the file's tests, of which each has an inbox of its own. */
export function doors(): readonly (readonly [name: string, open: () => Promise<Door>])[] {
  let relay: ReturnType<typeof openRelay> | null = null;
  afterAll(async () => (await relay)?.close());
  return [
    ["the listener", openListenersDoor],
    [
      "a relay",
      async () => {
        relay ??= openRelay();
        return (await relay).door();
      },
    ],
  ];
}
