/** What the load generator is asked for. */
export interface Order {
  readonly url: string;
  /** Keep-alive connections with one request under way each. */
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second; null: each connection sends as soon as it was answered. */
  readonly rate: number | null;
}

/** What came of it. */
export interface Sent {
  /** Answered 2xx; nothing else counts. */
  readonly succeeded: number;
  /** Answered otherwise, or not at all. */
  readonly failed: number;
  /** Of those that succeeded, by the second. */
  readonly perSecond: number;
  /** Milliseconds from request to answer. */
  readonly latency: { readonly p50: number; readonly p99: number };
}
