import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { assertNever } from "../../shared/primitives.ts";
import type { SandboxSettings } from "../../shared/sandbox.ts";
import { type Answer, failure, faultInstead, invalid, json, spoiled } from "./answers.ts";
import { findLink } from "./links.ts";
import { logoSvg } from "./logos.ts";
import { type Route, routeOf } from "./routes.ts";
import { readSimulation, type Simulation } from "./simulation.ts";

/** Bytes of a request's body; also what keeps the arithmetic on endless amounts short. */
const BODY_CAP_BYTES = 65_536;

/** One answered request, for whoever watches. `status` is null when the sandbox did not answer on purpose. */
export interface ServedRequest {
  readonly method: string;
  readonly target: string;
  readonly status: number | null;
  readonly durationMs: number;
}

interface Dependencies {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly settings: () => SandboxSettings;
  readonly origin: () => string;
  /** @returns what to do once the call has been answered; null when the simulation cannot be taken on */
  readonly simulated: (simulation: Simulation) => (() => void) | null;
  readonly served: (request: ServedRequest) => void;
}

/** The service as a server that does not listen yet. */
export function createServiceServer(dependencies: Dependencies): Server {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (incoming, response) => {
    const started = performance.now();
    response.once("close", () => {
      const { method = "", url = "" } = incoming;
      const status = response.writableFinished ? response.statusCode : null;
      dependencies.served({ method, target: url, status, durationMs: performance.now() - started });
    });
    void serve(incoming, response, dependencies).catch(() => response.destroy());
  });
  server.maxConnections = 500;
  return server;
}

async function serve(incoming: IncomingMessage, response: ServerResponse, dependencies: Dependencies): Promise<void> {
  const route = routeOf(incoming.method ?? "", incoming.url ?? "");
  // The whole body is read first, whatever the answer: otherwise the connection could not be used again.
  const body = await readBody(incoming);
  if (response.destroyed) return;
  if (route.to === "logo") return answerLogo(route.name, response);
  const answer = body === null ? tooLarge() : answerTo(route, incoming, body, dependencies);
  // Not before the answer, however long that waits; but also when the client did not wait for it.
  if (answer.kind === "answer" && answer.afterwards !== undefined) response.once("close", answer.afterwards);
  const { answerDelayMs } = dependencies.settings().behaviour;
  if (answerDelayMs > 0) await waitUnlessClosed(answerDelayMs, response);
  if (response.destroyed) return;
  switch (answer.kind) {
    case "answer":
      response.writeHead(answer.status, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) });
      response.end(answer.body);
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "hang":
      // Until the client or the sandbox gives up.
      return;
    default:
      assertNever(answer);
  }
}

function answerTo(
  route: Exclude<Route, { to: "logo" }>,
  incoming: IncomingMessage,
  body: Uint8Array,
  dependencies: Dependencies,
): Answer {
  switch (route.to) {
    case "malformed":
      return failure(400, "The path has a percent sign that escapes nothing.");
    case "nowhere":
      return failure(404, "not found");
    case "wrong-method":
      return failure(405, "method not allowed", { allow: route.allowed });
    case "link":
    case "credit":
    case "charge": {
      const fault = dependencies.settings().behaviour.answerFault;
      return (
        faultInstead(fault, route.to) ??
        unauthorised(incoming, dependencies) ??
        spoiled(
          fault,
          route.to === "link" ? lookUp(route.linkId, dependencies) : simulate(route.to, body, dependencies),
        )
      );
    }
    default:
      return assertNever(route);
  }
}

/** The header is an assumption: the specification names no scheme. */
function unauthorised(incoming: IncomingMessage, { secretKey, publicKey }: Dependencies): Answer | null {
  const key = incoming.headers["x-api-key"];
  if (key === secretKey) return null;
  if (key === undefined) return failure(401, "Unauthorized: the header x-api-key is missing");
  if (key === publicKey) return failure(401, "Unauthorized: this is the public key, use the secret key");
  return failure(401, "Unauthorized: this key is not known");
}

function lookUp(linkId: string, { origin }: Dependencies): Answer {
  const link = findLink(linkId, origin());
  return link === null ? failure(404, "link not found") : json(200, { link });
}

function simulate(operation: Simulation["operation"], body: Uint8Array, { simulated }: Dependencies): Answer {
  const checked = readSimulation(operation, body);
  if (!checked.ok) return invalid(checked.errors);
  const afterwards = simulated(checked.simulation);
  if (afterwards === null) return failure(503, "Too many webhooks are on their way", { "retry-after": "5" });
  return { ...json(200, { message: operation === "credit" ? "test complete" : "hook sent" }), afterwards };
}

/** @returns null for a body over the cap */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size <= BODY_CAP_BYTES) chunks.push(chunk);
    // A client that goes on and on is not worth reading to the end.
    if (size > BODY_CAP_BYTES * 16) return null;
  }
  return size > BODY_CAP_BYTES ? null : Buffer.concat(chunks);
}

function tooLarge(): Answer {
  return failure(413, `The body has more than ${BODY_CAP_BYTES} bytes`, { connection: "close" });
}

function answerLogo(name: string, response: ServerResponse): void {
  const svg = logoSvg(name);
  if (svg === null) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "image/svg+xml", "content-length": Buffer.byteLength(svg) }).end(svg);
}

/** A client that gave up need not be waited for. */
async function waitUnlessClosed(milliseconds: number, response: ServerResponse): Promise<void> {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  await setTimeout(milliseconds, undefined, { signal: closed.signal }).catch(() => undefined);
}
