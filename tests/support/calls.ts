import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import { createNetwork, type NetworkOptions } from "../../src/main/network/index.ts";
import { Refusal } from "../../src/main/refusal.ts";
import { createService, type Service, type ServiceDependencies } from "../../src/main/service/index.ts";
import type { Action } from "../../src/shared/call-fields.ts";
import type { CallDetail } from "../../src/shared/events.ts";
import { type Outcome, outcome as outcomeSchema } from "../../src/shared/outcomes.ts";
import { headerPairs } from "../../src/shared/primitives.ts";
import { NEW_PROFILE, type Profile } from "../../src/shared/profile.ts";
import { explainOutcome } from "../../src/shared/text/explain-outcome.ts";
import { createRecordingJournal, type RecordingJournal } from "../fakes/recording-journal.ts";

// What the tests of calls share: servers on loopback that close after the test, and a service with a journal
// in memory. Everything between them is real.

export interface TestServer {
  readonly url: string;
  readonly port: number;
}

/** Listens on a free port of loopback until the test is over. */
export async function listen(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** An HTTP server that keeps what it received. */
export async function serve(answer: RequestListener): Promise<TestServer & { readonly requests: ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { rawHeaders, method = "", url = "" } = request;
      requests.push({ method, path: url, headers: headerPairs(rawHeaders), body: body.toString("utf8") });
      answer(request, response);
    });
  });
  return { ...(await listen(server)), requests };
}

/** Answers every request with this JSON text. */
export function json(text: string, status = 200, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

/** A server below HTTP: told of each connection once the head of a request is there. */
export async function serveBytes(onRequest: (socket: Socket, head: string) => void): Promise<TestServer> {
  return listen(
    createTcpServer((socket) => {
      let received = "";
      socket.on("data", (chunk) => {
        const before = received.includes("\r\n\r\n");
        received += chunk.toString("latin1");
        if (!before && received.includes("\r\n\r\n")) onRequest(socket, received);
      });
    }),
  );
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export function certificate(name: string): string {
  return readFileSync(new URL(`../fixtures/certificates/${name}.pem`, import.meta.url), "utf8");
}

export interface CallSetup {
  readonly service: Service;
  readonly journal: RecordingJournal;
  /** Sends and gives back how it ended. */
  readonly call: (action: Action, requestId?: string) => Promise<CallDetail>;
  /** The last call as it was completed in the journal, with the body of its answer. */
  readonly recorded: () => { readonly detail: CallDetail; readonly answer: string };
}

export interface CallSetupOptions
  extends Partial<Omit<ServiceDependencies, "journal" | "profile" | "secret" | "network">> {
  readonly profile?: Partial<Profile>;
  /** By slot. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly network?: Partial<NetworkOptions>;
}

export function setUpCalls({ profile, secrets = {}, network, ...rest }: CallSetupOptions): CallSetup {
  const whole: Profile = { ...NEW_PROFILE, id: "p1", name: "Test", mode: "test", ...profile };
  const journal = createRecordingJournal();
  const service = createService({
    journal,
    profile: (id) => (id === whole.id ? whole : null),
    secret: async (_, slot) => secrets[slot] ?? null,
    sandbox: () => null,
    otherSecrets: () => [],
    newTag: () => "7f3kq",
    network: createNetwork({ environment: {}, resolveProxy: async () => null, ...network }),
    clock: { now: () => Date.now() * 1_000, elapsed: () => Math.round(performance.now() * 1_000) },
    version: "1.2.3",
    ...rest,
  });
  return {
    service,
    journal,
    async call(action, requestId = "r1") {
      const detail = await service.send({ requestId, profileId: whole.id, action });
      if (detail.kind !== "call") throw new Error("A call ended as something else.");
      return detail;
    },
    recorded() {
      const finished = journal.finishedCalls.at(-1);
      if (finished === undefined) throw new Error("No call has been completed.");
      const [id, detail, answer] = finished;
      const { answer: kept, request, url, timing, summary, redirects, expectation } = detail;
      const whole: CallDetail = { kind: "call", url, request, answer: kept, timing, summary: { ...summary, id } };
      return {
        detail: {
          ...whole,
          ...(redirects === undefined ? {} : { redirects }),
          ...(expectation === undefined ? {} : { expectation }),
        },
        answer: Buffer.from(answer ?? []).toString("utf8"),
      };
    },
  };
}

export const LOOK_UP: Action = { operation: "link", linkId: "lnk_1" };
export const CREDIT: Action = {
  operation: "credit",
  body: { amount: "50000", currency: "NGN", userReference: "ref_1" },
};
export const CHARGE: Action = {
  operation: "charge",
  body: { amount: "50000", currency: "NGN", from: "ada", to: "tunde", remark: "lunch" },
};

/** The refusal that a promise ends in. */
export async function refusal(promise: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`Expected a refusal, not ${String(error)}`);
  return error;
}

/** Sends one call to a base URL; what comes back is what the contract allows, and has words. */
export async function send(baseUrl: string, action: Action = LOOK_UP, timeouts = { connectMs: 5_000, totalMs: 5_000 }) {
  const detail = await setUpCalls({ profile: { baseUrl, timeouts } }).call(action);
  const outcome = detail.summary.outcome;
  expect(outcomeSchema.parse(outcome)).toEqual(outcome);
  return { detail, outcome: outcome as Outcome, title: titleOf(detail) };
}

export function titleOf({ summary }: CallDetail): string {
  return summary.outcome === null ? "" : explainOutcome(summary.outcome, summary.operation).title;
}
