import { GitCompareArrows } from "lucide-react";
import type { CallDetail } from "../../../shared/events.ts";
import { utcMomentText } from "../../../shared/measures.ts";
import type { EventId } from "../../../shared/primitives.ts";
import { decidingTie, type RunDetail, type Tie } from "../../../shared/run.ts";
import { explainRun } from "../../../shared/text/explain-run.ts";
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
  const came = second === undefined ? [main] : [main, second].toSorted((one, two) => one.deliveryId - two.deliveryId);

  async function bodyOf(id: EventId): Promise<string> {
    const bytes = await bodyBytes(bridge, { id, part: "request" });
    return bytes.ok ? new TextDecoder().decode(bytes.value) : "(not available)";
  }

  async function text({ fields }: Tie): Promise<string> {
    const said = (agrees: boolean) =>
      comparedFieldTexts(
        fields.filter(({ state }) => state !== "absent" && (state === "agrees") === agrees),
        units,
      );
    const webhooks = came.map(async ({ at, deliveryId }) => [
      `Webhook received at ${utcMomentText(at)}`,
      await bodyOf(deliveryId),
      "",
    ]);
    return [
      // What it is about comes first; what a webhook leaves out is nothing to ask about.
      ...(second === undefined ? [] : [explainRun(run.summary, units).sentence]),
      ...said(false),
      "",
      `Request sent at ${utcMomentText(call.summary.at)}: ${call.summary.method} ${call.summary.path}`,
      await bodyOf(call.summary.id),
      "",
      ...(await Promise.all(webhooks)).flat(),
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
      <CopyButton
        label={second === undefined ? "Copy both" : "Copy all three"}
        withText
        text={() => text(second ?? main)}
      />
    </>
  );
}
