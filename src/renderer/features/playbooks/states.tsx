import { CircleCheck, CircleHelp, CircleMinus, CircleX, TriangleAlert } from "lucide-react";
import type { LineState } from "../../../shared/playbook-result.ts";
import { LINE_STATE_WORDS } from "../../../shared/text/explain-playbook.ts";
import { Chip } from "../../ui/chip.tsx";
import type { Tone } from "../../ui/tone.ts";

const LOOKS: Readonly<Record<LineState, { readonly tone: Tone; readonly Icon: typeof CircleCheck }>> = {
  passed: { tone: "good", Icon: CircleCheck },
  failed: { tone: "bad", Icon: CircleX },
  "could-not-run": { tone: "odd", Icon: TriangleAlert },
  skipped: { tone: "neutral", Icon: CircleMinus },
  unsure: { tone: "odd", Icon: CircleHelp },
};

/** What became of it, as a word and a sign: colour alone says nothing. */
export function StateChip({ state }: { readonly state: LineState }) {
  const { tone, Icon } = LOOKS[state];
  return (
    <Chip tone={tone} icon={<Icon size={12} aria-hidden="true" />}>
      {LINE_STATE_WORDS[state]}
    </Chip>
  );
}
