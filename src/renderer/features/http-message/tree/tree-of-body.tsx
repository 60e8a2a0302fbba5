import { useEffect, useState } from "react";
import { Spinner } from "../../../ui/spinner.tsx";
import styles from "../body-viewer.module.css";
import { useBodyWork } from "../use-body.ts";
import type { Finding } from "../use-find.ts";
import type { JsonOutline } from "./outline.ts";
import { TreeView } from "./tree-view.tsx";

/** The tree of a text that is known to be JSON; outlined first, elsewhere when it is large. */
export function TreeOfBody({
  label,
  text,
  finding,
}: {
  readonly label: string;
  readonly text: string;
  readonly finding: Finding;
}) {
  const work = useBodyWork();
  const [outlined, setOutlined] = useState<{ readonly text: string; readonly outline: JsonOutline } | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    work.outline(text, abort.signal).then(
      (outline) => {
        if (outline !== null && !abort.signal.aborted) setOutlined({ text, outline });
      },
      // Aborted: another text is on its way.
      () => undefined,
    );
    return () => abort.abort();
  }, [work, text]);

  if (outlined === null || outlined.text !== text)
    return (
      <div className={styles.loading} role="status">
        <Spinner /> Reading the tree
      </div>
    );
  return <TreeView label={label} text={text} outline={outlined.outline} finding={finding} />;
}
