import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { assertNever } from "../../shared/primitives.ts";
import type { SandboxSettings } from "../../shared/sandbox.ts";
import { type Answer, failure, faultInstead, invalid, json, spoiled } from "./answers.ts";
import { findLink } from "./links.ts";
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

/** Logos of the sandbox's businesses, drawn for it: 64 by 64, a few hundred bytes each. */
const LOGOS: ReadonlyMap<string, string> = new Map([
  [
    "mangrove",
    '<rect width="64" height="64" rx="14" fill="#0B6E4F"/><path d="M32 10c9 6 14 13 14 20a14 14 0 0 1-28 0c0-7 5-14 14-20z" fill="#9BE7C4"/><path d="M32 26v28M32 40l-12 14M32 40l12 14" stroke="#fff" stroke-width="3.5" stroke-linecap="round" fill="none"/>',
  ],
  [
    "kilima",
    '<rect width="64" height="64" rx="32" fill="#C8553D"/><path d="M8 46 26 20l9 13 6-8 15 21z" fill="#fff"/><path d="m26 20-6.2 9 6.2 3 5-4z" fill="#F7C59F"/><circle cx="46" cy="16" r="5" fill="#F7C59F"/>',
  ],
  [
    "fjord",
    '<rect width="64" height="64" rx="6" fill="#1D4E89"/><path d="M0 40 18 18l12 15 10-11 24 20v16a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6z" fill="#7FB7E6"/><path d="M6 48c8-5 12 5 20 0s12 5 20 0 8 2 12 0M6 56c8-5 12 5 20 0s12 5 20 0 8 2 12 0" stroke="#fff" stroke-width="2.5" fill="none" stroke-linecap="round"/>',
  ],
]);

/** A whole SVG document, or null when there is no such logo. */
export function logoSvg(name: string): string | null {
  const drawing = LOGOS.get(name);
  return drawing === undefined
    ? null
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${drawing}</svg>`;
}

/** What a request asks for. */
export type Route =
  | { readonly to: "link"; readonly linkId: string }
  | { readonly to: "credit" | "charge" }
  | { readonly to: "logo"; readonly name: string }
  | { readonly to: "wrong-method"; readonly allowed: string }
  | { readonly to: "nowhere" }
  | { readonly to: "malformed" };

/**
 * Finds the route of a request target. Segments are cut before they are decoded (RFC 3986 section 2.4), so that an
 * escaped slash stays part of an id, and nothing is normalised: `..` is an id like any other.
 *
 * @param target the request target exactly as on the request line
 */
export function routeOf(method: string, target: string): Route {
  const path = withoutOrigin(target).replace(/[?#].*/s, "");
  let segments: readonly string[];
  try {
    segments = path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return { to: "malformed" };
  }
  const [first, second = ""] = segments;
  if (segments.length !== 2) return { to: "nowhere" };
  if (first === "link" && second !== "") return only("GET", method, { to: "link", linkId: second });
  if (first === "test" && (second === "credit" || second === "charge")) return only("POST", method, { to: second });
  if (first === "logos" && second.endsWith(".svg"))
    return only("GET", method, { to: "logo", name: second.slice(0, -4) });
  return { to: "nowhere" };
}

function only(allowed: string, method: string, route: Route): Route {
  return method === allowed ? route : { to: "wrong-method", allowed };
}

/** A proxy's client sends the whole address (RFC 9112 section 3.2.2). */
function withoutOrigin(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, "");
}
