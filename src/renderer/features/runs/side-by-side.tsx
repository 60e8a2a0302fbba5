import { GitCompareArrows } from "lucide-react";
import type { CallDetail } from "../../../shared/events.ts";
import { utcMomentText } from "../../../shared/measures.ts";
import { decidingTie, type RunDetail, type Tie } from "../../../shared/run.ts";
import { comparedFieldTexts } from "../../../shared/text/explain-tie.ts";
import { bodyBytes } from "../../core/body-bytes.ts";
import { useBridge, useLog, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { compareStore } from "../compare/index.ts";

/**
 * For whoever sends the webhook: what was asked and what came, value by value, and both bodies as they are. One too many
 * is compared with the right one, since that is what it repeats.
 */
export function SideBySide({
  call,
  run,
  units,
}: {
  readonly call: CallDetail;
  readonly run: RunDetail;
  readonly units: number | null;
}) {
  const bridge = useBridge();
  const stores = useStores();
  const log = useLog();
  const main = decidingTie(run.ties);
  if (main === null) return null;
  const second = run.ties.find(({ role }) => role === "extra" || role === "duplicate");

  async function text(tie: Tie): Promise<string> {
    const [sent, came] = await Promise.all(
      [call.summary.id, tie.deliveryId].map((id) => bodyBytes(bridge, { id, part: "request" })),
    );
    const body = (bytes: typeof sent) =>
      bytes?.ok === true ? new TextDecoder().decode(bytes.value) : "(not available)";
    const said = (agrees: boolean) =>
      comparedFieldTexts(
        tie.fields.filter(({ state }) => state !== "absent" && (state === "agrees") === agrees),
        units,
      );
    return [
      // What it is about comes first; what a webhook leaves out is nothing to ask about.
      ...said(false),
      "",
      `Request sent at ${utcMomentText(call.summary.at)}: ${call.summary.method} ${call.summary.path}`,
      body(sent),
      "",
      `Webhook received at ${utcMomentText(tie.at)}`,
      body(came),
      "",
      ...said(true),
    ]
      .join("\n")
      .trim();
  }

  return (
    <>
      <Button
        size="small"
        icon={<GitCompareArrows />}
        onClick={() =>
          void stores
            .get(compareStore)
            .compare(second === undefined ? call.summary.id : main.deliveryId, (second ?? main).deliveryId, log)
        }
      >
        Compare
      </Button>
      <CopyButton label="Copy both" withText text={() => text(second ?? main)} />
    </>
  );
}
