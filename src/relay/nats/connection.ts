import { readFileSync } from "node:fs";
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { AuthorizationError, connect, credsAuthenticator, type NatsConnection } from "@nats-io/transport-node";
import { errorText } from "../../shared/primitives.ts";

/** How a relay reaches its NATS servers. Secrets come by the environment or a file, never on the command line. */
export interface NatsSettings {
  readonly servers: readonly string[];
  readonly credentials: string | null;
  readonly user: string | null;
  readonly password: string | null;
  /** Certificates of the authority that the servers' own are signed by. */
  readonly ca: string | null;
}

/** One connection, with all that the storage and the people need of it. */
export interface Nats {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly manager: JetStreamManager;
  /** The longest message that the servers take. */
  readonly maxPayload: number;
  close(): Promise<void>;
}

/** What a request to the servers may take. A leader that has ended is followed by another one within seconds. */
const REQUEST_MS = 5_000;

/** NATS cannot be used as it is: a sentence for whoever starts the relay. */
export class NatsProblem extends Error {
  override readonly name = "NatsProblem";
}

/** @throws NatsProblem when the servers do not let us in; other errors pass with time */
export async function openNats(settings: NatsSettings): Promise<Nats> {
  const { servers, credentials, user, password, ca } = settings;
  try {
    const connection = await connect({
      servers: [...servers],
      name: "linkdesk-relay",
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      pingInterval: 5_000,
      maxPingOut: 2,
      // A server that is being set up anew refuses for a while: that is no reason to give up for good.
      ignoreAuthErrorAbort: true,
      // Our own: whoever else has an account there cannot listen to what we are answered.
      inboxPrefix: "_INBOX_linkdesk",
      ...(credentials === null ? {} : { authenticator: credsAuthenticator(readFileSync(credentials)) }),
      ...(user === null ? {} : { user, pass: password ?? "" }),
      ...(ca === null ? {} : { tls: { caFile: ca } }),
    });
    try {
      const manager = await jetstreamManager(connection, { timeout: REQUEST_MS });
      return {
        connection,
        js: jetstream(connection, { timeout: REQUEST_MS }),
        manager,
        maxPayload: connection.info?.max_payload ?? 1_048_576,
        // What was sent is on its way: nothing waits for an answer any more.
        close: () => connection.close(),
      };
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    const text = `NATS at ${servers.join(", ")} cannot be used: ${errorText(error)}.`;
    throw error instanceof AuthorizationError ? new NatsProblem(text) : new Error(text);
  }
}
