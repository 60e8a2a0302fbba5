import { ListTree } from "lucide-react";
import type { CallDetail } from "../../../shared/events.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useStores, useToasts } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { eventLogStore } from "../event-log/index.ts";
import styles from "./answer-panel.module.css";

/** What can be done with an answer: find it in the log, take the call along. */
export function AnswerActions({ event }: { readonly event: CallDetail }) {
  const stores = useStores();
  const bridge = useBridge();
  const toasts = useToasts();
  const { id } = event.summary;

  async function curl(): Promise<string | null> {
    const result = await settle(bridge.calls.curl({ id }));
    if (result.ok) return result.value.text;
    toasts.failed("Could not copy the call as cURL", result.message);
    return null;
  }

  return (
    <div className={styles.actions}>
      <Button size="small" icon={<ListTree />} onClick={() => void stores.get(eventLogStore).show(id)}>
        Show in log
      </Button>
      <CopyButton text={curl} label="Copy as cURL" withText />
    </div>
  );
}
