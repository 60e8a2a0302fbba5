import { useStore } from "../../core/environment.ts";
import styles from "./judging-progress.module.css";
import { judgingText, readingsStore } from "./readings-store.ts";

/** How far the log of a profile is judged anew; nothing while it is not and will not be. */
export function JudgingProgress({
  profileId,
  isAwaited = false,
}: {
  readonly profileId: string;
  /** What it is judged by was just said. */
  readonly isAwaited?: boolean;
}) {
  const judging = useStore(readingsStore, (state) => state.judging.get(profileId));
  if (judging === undefined && !isAwaited) return null;
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1 items-center">
      <progress
        className={styles.bar}
        value={judging?.done ?? 0}
        max={judging?.of ?? 1}
        aria-label="Judging the log anew"
      />
      <span role="status" className="text-plain type-small-strong">
        Judging the log anew
      </span>
      {judging === undefined ? null : (
        <span className="text-secondary type-small tabular-nums">{judgingText(judging)}</span>
      )}
    </div>
  );
}
