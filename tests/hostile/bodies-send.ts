import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { HostileBody } from "./bodies.ts";

/** Posts a body as some other program would; resolves with the status of the answer. */
export async function sendBody(url: string, { headers, bytes }: Omit<HostileBody, "name">): Promise<number> {
  const outgoing = request(url, { method: "POST", headers: { ...headers } });
  outgoing.end(bytes());
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  await once(answer.resume(), "end");
  return answer.statusCode ?? 0;
}
