// What the stand-ins share: a public side on loopback, that hands on as a tunnel does, and a note of how it was started.
import { renameSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";

export const how = process.env.STANDIN_HOW ?? "";

let started = {};

/** @param secret the environment variable that a token comes in */
export function note(secret) {
  started = { pid: process.pid, args: process.argv.slice(2), token: process.env[secret] ?? null, publicPort: null };
  write();
}

/** In one go: the test reads it meanwhile. */
function write() {
  const { STANDIN_NOTE } = process.env;
  if (STANDIN_NOTE === undefined) return;
  writeFileSync(`${STANDIN_NOTE}.new`, JSON.stringify(started));
  renameSync(`${STANDIN_NOTE}.new`, STANDIN_NOTE);
}

/** @param added the fields that the tunnel adds */
export function forward(target, added) {
  const server = createServer((incoming, response) => {
    const { hostname, port } = new URL(target);
    const onward = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers: [...incoming.rawHeaders, ...added] },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1", () => {
    started.publicPort = server.address().port;
    write();
  });
}

/**
 * @param port 0 takes one that nobody uses
 * @returns the port it is at
 */
export async function page(port, routes) {
  const server = createServer((incoming, response) => {
    const route = routes[incoming.url ?? ""];
    if (route === undefined) response.writeHead(404).end();
    else {
      const { status = 200, body } = route();
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server.address().port;
}
