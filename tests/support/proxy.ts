import { createServer, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { certificate, json, listen } from "./calls.ts";

const answer = json(`{"link":{"id":"lnk_1"}}`);
const key = certificate("server-key");

interface Seen {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
}

/**
 * A forward proxy as offices run them: plain requests with the whole address, and CONNECT, which leads to the service
 * whatever name is asked for.
 */
export async function startProxy(serviceUrl: string, password: string | null = null, secure = false) {
  const seen: Seen[] = [];
  const tunnels = new Set<Duplex>();
  const service = new URL(serviceUrl);
  const allowed = ({ headers }: IncomingMessage): boolean =>
    password === null || headers["proxy-authorization"] === `Basic ${Buffer.from(password).toString("base64")}`;
  const note = ({ method = "", url = "", rawHeaders }: IncomingMessage) =>
    seen.push({ method, target: url, headers: rawHeaders });
  const server = secure ? createHttpsServer({ key, cert: certificate("server-good") }) : createServer();
  server.on("request", (request: IncomingMessage, response) => {
    note(request);
    if (allowed(request)) answer(request, response);
    else response.writeHead(407, { "proxy-authenticate": "Basic" }).end("<p>who are you</p>");
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    note(request);
    if (!allowed(request)) return void socket.end("HTTP/1.1 407 No\r\n\r\n");
    if (request.url === "forbidden.test:443") return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const through = connect(Number(service.port), service.hostname, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(through).pipe(socket);
    });
    tunnels.add(socket);
    through.on("error", () => socket.destroy());
    socket.on("error", () => through.destroy());
    socket.on("close", () => {
      tunnels.delete(socket);
      through.destroy();
    });
  });
  return {
    ...(await listen(server)),
    seen,
    /** Ends what goes through it now. */
    cut() {
      for (const socket of tunnels) socket.destroy();
    },
  };
}
