import type { ProxyFault } from "../../shared/outcomes.ts";

/**
 * A connection that did not come to stand. Wrapped, because undici takes some error codes of a connector for a
 * reason to try again, and because only here it is known whether the proxy or the service is to blame.
 */
export class ConnectFailure extends Error {
  /** Set when it is the proxy's doing. */
  readonly proxy: { readonly name: string; readonly fault: ProxyFault } | null;

  constructor(message: string, options: { proxy?: ConnectFailure["proxy"]; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = "ConnectFailure";
    this.proxy = options.proxy ?? null;
  }
}
