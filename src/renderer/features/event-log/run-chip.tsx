import { CircleQuestionMark, Hand, Split } from "lucide-react";
import { Chip } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { RunSign } from "../../ui/run-sign.tsx";
import styles from "./run-chip.module.css";
import type { RunChip } from "./run-chips.ts";

const MARKS = { ambiguous: Split, "not sure": CircleQuestionMark, "by hand": Hand } as const;

/** What became of a simulation, on its row and on its webhooks' rows. Shrinks before the sentence does. */
export function RunChipView({ chip, crowded }: { readonly chip: RunChip; readonly crowded: boolean }) {
  return (
    <Chip
      tone={chip.tone}
      title={chip.title}
      icon={<RunSign sign={chip.sign} />}
      className={classes(styles.chip, crowded && styles.crowded)}
    >
      <span className={styles.full}>{chip.text}</span>
      {chip.until === null ? (
        <span className={styles.short} aria-hidden="true">
          {chip.short}
        </span>
      ) : (
        <span className={styles.count}>
          <Countdown until={chip.until} />
        </span>
      )}
      {chip.mark === null ? null : <Mark mark={chip.mark} />}
    </Chip>
  );
}

function Mark({ mark }: { readonly mark: NonNullable<RunChip["mark"]> }) {
  const Sign = MARKS[mark];
  return (
    <span className={styles.mark}>
      <Sign size={12} role="img" aria-label={mark} />
    </span>
  );
}
