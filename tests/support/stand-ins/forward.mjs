// What the stand-ins share: a public side on loopback, that hands on as a tunnel does, and a note of how it was started.
import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";

export const how = process.env.STANDIN_HOW ?? "";

/** @param secret the environment variable that a token comes in */
export function note(secret) {
  const { STANDIN_NOTE } = process.env;
  const started = { pid: process.pid, args: process.argv.slice(2), token: process.env[secret] ?? null };
  if (STANDIN_NOTE !== undefined) writeFileSync(STANDIN_NOTE, JSON.stringify(started));
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
  server.listen(Number(process.env.STANDIN_PORT), "127.0.0.1");
  return server;
}

export function page(port, routes) {
  const server = createServer((incoming, response) => {
    const route = routes[incoming.url ?? ""];
    if (route === undefined) response.writeHead(404).end();
    else {
      const { status = 200, body } = route();
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    }
  });
  server.listen(port, "127.0.0.1");
}
