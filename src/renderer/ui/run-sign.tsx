import {
  Ban,
  Check,
  CircleOff,
  CirclePlus,
  CircleQuestionMark,
  Clock,
  Copy,
  EqualNot,
  EyeOff,
  type LucideIcon,
  MessageCircleQuestionMark,
  RotateCw,
  RouteOff,
  ShieldQuestionMark,
  ShieldX,
  Timer,
} from "lucide-react";
import type { RunSignName } from "../../shared/text/run-words.ts";

/** One sign for each verdict and each part that a webhook can have in a run, the same wherever it is shown. */
const SIGNS: Readonly<Record<RunSignName, LucideIcon>> = {
  waiting: Timer,
  matched: Check,
  match: Check,
  late: Clock,
  duplicate: Copy,
  retry: RotateCw,
  mismatch: EqualNot,
  signature: ShieldX,
  unreadable: ShieldQuestionMark,
  missing: CircleOff,
  unexpected: CirclePlus,
  extra: CirclePlus,
  "nothing-came": Check,
  refused: Ban,
  "not-seen": EyeOff,
  unconfirmed: MessageCircleQuestionMark,
  "not-sure": CircleQuestionMark,
  possible: CircleQuestionMark,
  astray: RouteOff,
};

/** The sign of a verdict or of a webhook's part; the words beside it carry the meaning. */
export function RunSign({ sign, size = 12 }: { readonly sign: RunSignName; readonly size?: number }) {
  const Sign = SIGNS[sign];
  return <Sign size={size} aria-hidden="true" />;
}
