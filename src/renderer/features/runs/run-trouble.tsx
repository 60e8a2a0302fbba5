import { useEffect, useState } from "react";
import { useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./run-trouble.module.css";
import type { OpenedRun } from "./runs-store.ts";
import { runsStore } from "./runs-store.ts";

/** What stands in the place of a run that cannot be shown: nothing is hidden, and there is a way on. */
export function RunTrouble({ opened }: { readonly opened: OpenedRun }) {
  const stores = useStores();
  switch (opened.state) {
    case "gone":
      return (
        <Callout tone="neutral" title="Linkdesk does not follow this simulation">
          <OpaqueText text={opened.message} limit={1_200} />
        </Callout>
      );
    case "failed":
      return (
        <Callout
          tone="bad"
          title="The simulation could not be read"
          live
          actions={
            <Button size="small" onClick={() => void stores.get(runsStore).retry()}>
              Try again
            </Button>
          }
        >
          <OpaqueText text={opened.message} limit={1_200} />
        </Callout>
      );
    default:
      return <Reading />;
  }
}

/** Reading takes a few milliseconds: only what takes longer is spoken of. */
function Reading() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return slow ? (
    <p className={styles.reading} role="status">
      <Spinner /> Reading the simulation
    </p>
  ) : null;
}
