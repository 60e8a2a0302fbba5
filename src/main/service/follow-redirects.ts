import { isThisMachine } from "../../shared/listener.ts";
import type { RedirectReason } from "../../shared/outcomes.ts";
import { joinedHeader } from "../../shared/primitives.ts";
import { utf8Text } from "../../shared/utf8.ts";
import type { ComposedRequest, Exchange, ExchangeOptions, Network } from "../network/index.ts";

const MAX_HOPS = 5;
/** RFC 9110, section 15.4: the ones that name another address for the same question. */
const FOLLOWED = new Set([301, 302, 303, 307, 308]);

export interface Followed {
  /** The last exchange. */
  readonly exchange: Exchange;
  /** The first one's header fields: what the user asked to send. */
  readonly sentHeaders: Exchange["sentHeaders"];
  readonly redirects: readonly { readonly status: number; readonly url: string }[];
  /** Set when the last answer points elsewhere and was not followed. */
  readonly stopped: { readonly reason: RedirectReason; readonly location: string | null } | null;
}

/**
 * One request, and where a look-up is pointed elsewhere the next, up to five. What proves who the call is from stays
 * behind for good once the origin changes. A POST is never followed: it would be sent a second time.
 */
export async function follow(network: Network, first: ComposedRequest, options: ExchangeOptions): Promise<Followed> {
  const started = options.elapsed();
  const redirects: { status: number; url: string }[] = [];
  let request = first;
  let asked: Exchange["sentHeaders"] | null = null;
  for (;;) {
    const spentMs = (options.elapsed() - started) / 1_000;
    const left = Math.max(1, Math.ceil(options.totalMs - spentMs));
    const last = await network.exchange(request, { ...options, totalMs: left, limitMs: options.totalMs });
    const sentHeaders: Exchange["sentHeaders"] = asked ?? last.sentHeaders;
    asked = sentHeaders;
    const done = (stopped: Followed["stopped"]): Followed => ({ exchange: last, sentHeaders, redirects, stopped });
    const status = last.head?.status ?? 0;
    if (last.failure !== null || status < 300 || status > 399) return done(null);
    const location = last.head === null ? null : decodeLocation(joinedHeader(last.head.headers, "location"));
    // 304 and its like point nowhere: their status says what they mean.
    if (!FOLLOWED.has(status) && location === null) return done(null);
    const next = nextUrl(location, request);
    if (location === null) return done({ reason: "no-location", location });
    if (request.method !== "GET") return done({ reason: "simulation", location });
    if (next === null || !FOLLOWED.has(status)) return done({ reason: "unsupported", location });
    if (redirects.length >= MAX_HOPS) return done({ reason: "too-many", location });
    redirects.push({ status, url: next.href });
    request = {
      ...request,
      target: next,
      path: next.pathname + next.search,
      headers:
        next.origin === request.target.origin ? request.headers : request.headers.filter((line) => !line.personal),
    };
  }
}

/** The fields of a header are Latin-1 to us, but a service may have written UTF-8. */
function decodeLocation(location: string | null): string | null {
  if (location === null) return null;
  return utf8Text(Buffer.from(location, "latin1")) ?? location;
}

function nextUrl(location: string | null, { target, path }: ComposedRequest): URL | null {
  const base = target.origin + path;
  if (location === null || !URL.canParse(location, base)) return null;
  const url = new URL(location, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  // Neither into the clear nor, from elsewhere, to what listens on this machine.
  if (target.protocol === "https:" && url.protocol === "http:") return null;
  if (isThisMachine(url.hostname) && !isThisMachine(target.hostname)) return null;
  // Neither a fragment nor credentials of the service's choosing go with the next request.
  url.hash = "";
  url.username = "";
  url.password = "";
  return url;
}
