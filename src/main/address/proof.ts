import { randomBytes } from "node:crypto";
import { PROOF_HEADER, type Proof, proofTokenIn } from "../../shared/diagnosis.ts";
import { type HeaderList, type Instant, joinedHeader } from "../../shared/primitives.ts";
import { tunnelCodeIn } from "../../shared/tunnel-codes.ts";
import type { InterceptedRequest, Interceptor } from "../listener/index.ts";
import { type Network, plainLines } from "../network/index.ts";

const CONNECT_MS = 8_000;
const TOTAL_MS = 15_000;
const ANSWER_BYTES = 65_536;

interface Awaited {
  readonly reply: string;
  readonly recorded: boolean;
  readonly sentAt: Instant;
  arrived: Proof["arrived"];
}

export interface ProofOptions {
  readonly recorded: boolean;
  readonly totalMs: number;
  readonly signal: AbortSignal;
}

/** Requests of our own through a public address, to see whether it leads here. */
export type Proofs = ReturnType<typeof createProofs>;

interface Dependencies {
  readonly network: Network;
  readonly now: () => Instant;
  /** Milliseconds for all of a request, if not the usual ones. */
  readonly totalMs?: number;
}

export function createProofs({ network, now, totalMs = TOTAL_MS }: Dependencies) {
  /** By token. Each is good for one request, and for as long as that is under way. */
  const awaited = new Map<string, Awaited>();
  const closing = new AbortController();

  function intercept({ headers, target, onPath }: InterceptedRequest): ReturnType<Interceptor> {
    // Nearly always nobody waits for a proof, and headers are not looked at.
    if (awaited.size === 0) return null;
    const token = proofTokenIn(headers);
    const found = token === undefined ? undefined : awaited.get(token);
    if (token === undefined || found === undefined || found.arrived !== null) return null;
    found.arrived = { after: Math.max(0, now() - found.sentAt), path: target.slice(0, 2_000), onPath };
    return { body: found.reply, recorded: found.recorded };
  }

  return {
    /** Answers our own requests, known by a token that nobody else has; null for anybody else's. */
    intercept,
    /** Sends one. Never rejects. One that is made all the time leaves no row; `totalMs`: if not the usual time. */
    async prove(address: string, how?: ProofOptions): Promise<Proof> {
      const target = new URL(address);
      const token = randomBytes(24).toString("base64url");
      const sentAt = now();
      const waiting: Awaited = {
        reply: randomBytes(24).toString("base64url"),
        recorded: how?.recorded ?? true,
        sentAt,
        arrived: null,
      };
      awaited.set(token, waiting);
      try {
        const started = performance.now();
        const { head, body, failure } = await network.exchange(
          {
            target,
            path: `${target.pathname}${target.search}`,
            method: "POST",
            headers: plainLines([
              ["content-type", "application/json"],
              ["user-agent", "Linkdesk"],
              [PROOF_HEADER, token],
            ]),
            body: Buffer.from(JSON.stringify({ note: "A test by Linkdesk: does this address lead to its listener?" })),
          },
          {
            connectMs: CONNECT_MS,
            totalMs: how?.totalMs ?? totalMs,
            maxAnswerBytes: ANSWER_BYTES,
            signal: how === undefined ? closing.signal : AbortSignal.any([closing.signal, how.signal]),
            elapsed: () => Math.round((performance.now() - started) * 1_000),
          },
        );
        const { arrived } = waiting;
        if (head === null)
          return {
            address,
            at: sentAt,
            arrived,
            answer: { kind: "none", outcome: failure ?? { code: "internal", detail: "No answer came." } },
          };
        const text = Buffer.from(body).toString("utf8");
        if (head.status === 200 && text.trim() === waiting.reply)
          return { address, at: sentAt, arrived, answer: { kind: "ours" } };
        const location = head.status >= 300 && head.status < 400 ? joinedHeader(head.headers, "location") : null;
        return {
          address,
          at: sentAt,
          arrived,
          answer: {
            kind: "other",
            status: head.status,
            location: location?.slice(0, 2_000) ?? null,
            page: pageOf(head.headers, text),
            tunnelCode: tunnelCodeIn(`${joinedHeader(head.headers, "ngrok-error-code") ?? ""} ${text}`),
          },
        };
      } finally {
        awaited.delete(token);
      }
    },
    close(): void {
      closing.abort();
    },
  };
}

/** Words by which the common tunnels' warning pages are known, whatever else stands on them. */
const WARNING =
  /ngrok-skip-browser-warning|you are about to visit|bypass-tunnel-reminder|click to continue|tunnel password|phishing/i;

function pageOf(headers: HeaderList, text: string): "warning" | "page" | "none" {
  const isPage = /html/i.test(joinedHeader(headers, "content-type") ?? "") || /^\s*<(!doctype|html)/i.test(text);
  if (!isPage) return "none";
  return WARNING.test(text) ? "warning" : "page";
}
