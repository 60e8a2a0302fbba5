import { clockText, dayText } from "../../../shared/measures.ts";
import { type ForwardSettings, forwardFailed, forwardNow } from "../../../shared/replay.ts";
import { explainForward } from "../../../shared/text/explain-replay.ts";
import type { LastForward } from "./listener-store.ts";

interface ForwardingWords {
  readonly text: string;
  readonly tip: string;
  readonly failed: boolean;
}

/** What the status line says of forwarding; null while it is off. An end at another address says nothing of this one. */
export function forwardingWords(
  { enabled, url }: ForwardSettings,
  last: LastForward | undefined,
): ForwardingWords | null {
  if (!enabled) return null;
  const target = URL.canParse(url) ? new URL(url).host : url;
  if (last === undefined || last.url !== url || !forwardFailed(last.summary))
    return { text: `Forwards to ${target}`, tip: `Every webhook is sent on to ${url}`, failed: false };
  const { title, sentence } = explainForward(forwardNow(last.summary).outcome);
  return {
    text: `Forward to ${target} failed`,
    tip: `The latest webhook, of ${dayText(last.at)} at ${clockText(last.at)}, was to be sent on to ${url}. ${title}. ${sentence}`,
    failed: true,
  };
}
