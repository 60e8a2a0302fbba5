import { Drama, RotateCcw } from "lucide-react";
import { useApp, useAppStore } from "../../app/slice.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { selectedProfile } from "../profiles/index.ts";
import styles from "./answer-reminder.module.css";
import { scriptWords } from "./script-words.ts";

/** In the bar while webhooks get anything but a plain 2xx: what they get, and the way back. */
export function AnswerReminder() {
  const store = useAppStore();
  const script = useApp((state) => selectedProfile(state)?.profile.answerScript);
  const words = script === undefined ? null : scriptWords(script);
  if (words === null) return null;
  return (
    <div className={styles.reminder}>
      <Tooltip label={`What webhooks get on purpose: ${words}`}>
        <button
          type="button"
          className={styles.button}
          onClick={() => {
            const { listener, window } = store.getState();
            listener.showPart("answer");
            window.open("listener");
          }}
        >
          <Drama size={16} />
          <span className={styles.text}>On purpose: {words}</span>
        </button>
      </Tooltip>
      <Tooltip label="Back to a plain 200">
        <IconButton
          size="small"
          label="Answer 200 again"
          icon={<RotateCcw />}
          className={styles.reset}
          onClick={() => void store.getState().listener.answerNormally()}
        />
      </Tooltip>
    </div>
  );
}
