import type { WebSocket } from "ws";
import { machineClock } from "../../main/clock.ts";
import type { InboxStamp } from "../../shared/inbox.ts";
import { RELAY_CLOSES } from "../../shared/relay.ts";
import type { Inbox, Registry } from "../people/registry.ts";
import { end, read, say } from "./socket.ts";

/** A connection that says nothing is not waited for any longer. */
const PATIENCE_MS = 10_000;

interface Joining {
  readonly registry: Registry;
  readonly stampOf: (inbox: Inbox) => InboxStamp;
  readonly log: (message: string, about: object) => void;
  readonly refused: (reason: string) => void;
  readonly failed: (error: unknown) => void;
}

/** Waits for the token of somebody with an invitation, and makes a member of them. */
export function awaitJoining(
  socket: WebSocket,
  code: string,
  { registry, stampOf, log, refused, failed }: Joining,
): void {
  const patience = setTimeout(() => end(socket, RELAY_CLOSES.silent, "Nothing was said."), PATIENCE_MS);
  socket.on("close", () => clearTimeout(patience));
  const use = async (data: unknown): Promise<void> => {
    const said = read(data);
    const isIn = said?.type === "join" && (await registry.join(code, said.token, machineClock.now()));
    const member = isIn ? registry.member(said.token) : null;
    if (member === null) {
      refused("This invitation is unknown, over, or was used already.");
      return;
    }
    log("a member has joined", { member: member.name });
    say(socket, { type: "joined", member: member.name, inboxes: registry.inboxesOf(member).map(stampOf) });
    end(socket, 1000, "");
  };
  socket.once("message", (data) => {
    clearTimeout(patience);
    void use(data).catch(failed);
  });
}
