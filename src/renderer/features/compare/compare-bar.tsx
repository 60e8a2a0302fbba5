import type { EventSummary } from "../../../shared/events.ts";
import { clockText } from "../../../shared/measures.ts";
import { useApp, useAppStore } from "../../app/slice.ts";
import { useCommands } from "../../core/commands.ts";
import { eventSentence } from "../../text/sentences.ts";
import { Button } from "../../ui/button.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import styles from "./compare-bar.module.css";

/** While an event is marked: which one, and what is to be done with it. */
export function CompareBar() {
  const marked = useApp((state) => state.compare.marked);
  return marked === null ? null : <Bar marked={marked} />;
}

function Bar({ marked }: { readonly marked: EventSummary }) {
  const store = useAppStore();
  const selected = useApp(({ inspector: { shown } }) =>
    shown.state === "ready" && shown.detail.kind !== "notice" ? shown.detail.summary : null,
  );
  const { compare } = store.getState();
  useCommands([
    { id: "compare-cancel", title: "Compare no more", group: "Inspector", keywords: "unmark", run: compare.unmark },
  ]);
  const other = selected !== null && selected.id !== marked.id ? selected : null;
  return (
    <div className={styles.bar} role="status">
      <p className={styles.words}>
        Compare{" "}
        <b>
          <OpaqueText
            text={eventSentence(marked)
              .subject.map(({ text }) => text)
              .join("")}
            limit={120}
          />
        </b>{" "}
        ({clockText(marked.at)}) {other === null ? "with: choose another event in the log." : "with this one?"}
      </p>
      {other === null ? null : (
        <Button size="small" variant="primary" onClick={() => void compare.next(other)}>
          Compare
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={compare.unmark}>
        Cancel
      </Button>
    </div>
  );
}
