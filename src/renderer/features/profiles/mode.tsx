import type { Mode } from "../../../shared/profile.ts";
import { Chip } from "../../ui/chip.tsx";
import type { Tone } from "../../ui/tone.ts";

interface ModeWords {
  readonly label: string;
  readonly tone: Tone;
  /** What choosing it means. */
  readonly meaning: string;
}

/** In the order in which they are offered. */
export const MODES: Readonly<Record<Mode, ModeWords>> = {
  test: {
    label: "Test",
    tone: "odd",
    meaning: "A real service in test mode. Look-ups and simulations go out.",
  },
  live: {
    label: "Live",
    tone: "bad",
    meaning: "A real service with real money. Look-ups only; simulations are off.",
  },
  sandbox: {
    label: "Sandbox",
    tone: "good",
    meaning: "The service built into Linkdesk, on this machine. Nothing leaves it.",
  },
  unset: {
    label: "Mode not set",
    tone: "neutral",
    meaning: "Not decided yet. Look-ups only, until you choose.",
  },
};

/** The mode in capitals, as it stands wherever a profile is named. */
export function ModeChip({ mode }: { readonly mode: Mode }) {
  const { label, tone } = MODES[mode];
  return (
    <Chip tone={tone} loud={mode === "live"} className="text-[10px] font-[650] tracking-[0.05em] uppercase">
      {label}
    </Chip>
  );
}
