import { MEBIBYTE } from "../../shared/primitives.ts";

/** What bounds the listener's use of memory, handles and time. Anybody on this machine can talk to it. */
export interface ListenerLimits {
  /** Bytes of a request's head, and of its trailers; beyond them 431. */
  readonly headBytes: number;
  /** Header fields of a request; beyond them 431, all of them recorded. */
  readonly headerFields: number;
  /** Milliseconds until a head, and until a whole request, must be here; then 408. */
  readonly headTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Milliseconds that a connection may idle between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** Milliseconds until a sender must have taken our answer. */
  readonly sendTimeoutMs: number;
  /** Milliseconds between two looks at who is overdue. */
  readonly checkIntervalMs: number;
  /** Open connections. For one more, the one that has been doing nothing for longest makes room. */
  readonly connections: number;
  /** Milliseconds that a body may take before its connection is given to another sender, when there is no other left. */
  readonly bodyGraceMs: number;
  /** Bytes of all requests that are in memory because they are not committed yet; beyond them 503. */
  readonly bytesInFlight: number;
  /** How long, in milliseconds and bytes, the rest of a refused request is read so that its sender sees why. */
  readonly lingerMs: number;
  readonly lingerBytes: number;
  /** Milliseconds after its last byte within which a sender may close its side and still wants its answer. */
  readonly halfCloseMs: number;
  /** Milliseconds that requests under way are given when the listener stops. */
  readonly stopGraceMs: number;
}

export const DEFAULT_LISTENER_LIMITS: ListenerLimits = {
  headBytes: 32 * 1_024,
  headerFields: 1_000,
  headTimeoutMs: 20_000,
  requestTimeoutMs: 120_000,
  keepAliveTimeoutMs: 15_000,
  sendTimeoutMs: 60_000,
  checkIntervalMs: 1_000,
  connections: 2_000,
  bodyGraceMs: 1_000,
  bytesInFlight: 256 * MEBIBYTE,
  lingerMs: 10_000,
  lingerBytes: 256 * MEBIBYTE,
  halfCloseMs: 1_000,
  stopGraceMs: 5_000,
};

/**
 * What a request costs in memory besides its body: Node's request and response, our event, the header strings.
 * Measured: 4 kB of heap for an ordinary webhook, 6 to 10 kB of the process.
 */
export const REQUEST_OVERHEAD_BYTES = 8 * 1_024;

/**
 * Connections that Node's HTTP server reads by itself, at once and fast; further ones are read in slices. A packet may
 * hold 3,600 requests, and all that came on all of these connections is made objects of before anybody can object.
 */
export const FAST_CONNECTIONS = 64;

/** Requests that are dropped behind the last one of a connection before it is closed without further ado. */
export const DROPPED_REQUESTS = 100;
