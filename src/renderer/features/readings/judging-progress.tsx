import { useStore } from "../../core/environment.ts";
import styles from "./judging-progress.module.css";
import { judgingText, readingsStore } from "./readings-store.ts";

/** How far the log of a profile is judged anew; nothing while it is not. */
export function JudgingProgress({ profileId }: { readonly profileId: string }) {
  const judging = useStore(readingsStore, (state) => state.judging.get(profileId));
  if (judging === undefined) return null;
  return (
    <div className={styles.judging}>
      <progress className={styles.bar} value={judging.done} max={judging.of} aria-label="Judging the log anew" />
      <span role="status" className={styles.words}>
        Judging the log anew
      </span>
      <span className={styles.count}>{judgingText(judging)}</span>
    </div>
  );
}
