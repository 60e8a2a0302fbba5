import { RotateCcw } from "lucide-react";
import { type Ref, useDeferredValue, useId } from "react";
import { bodyProblem } from "../../../../shared/json/body-problem.ts";
import { cspNonce } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { CodeEditor, type CodeEditorHandle } from "../../../ui/code-editor.tsx";

export interface BodyEditorProps {
  readonly body: string;
  /** Whether it says something else than the fields. */
  readonly edited: boolean;
  /** Why it was not sent, if it was not. */
  readonly refusal: string | null;
  readonly onChange: (body: string) => void;
  readonly onReset: () => void;
  readonly onSubmit: () => void;
  readonly ref?: Ref<CodeEditorHandle>;
}

/** The body as it will be sent, to the letter. What is not JSON is marked and goes out all the same. */
export function BodyEditor({ body, edited, refusal, onChange, onReset, onSubmit, ref }: BodyEditorProps) {
  const id = useId();
  const problem = bodyProblem(useDeferredValue(body));
  return (
    <div className="flex flex-col gap-1 min-w-0">
      <div className="flex items-center justify-between -mr-2">
        <span id={`${id}-label`} className="type-small-strong">
          JSON body
        </span>
        <Button size="small" variant="quiet" icon={<RotateCcw />} disabled={!edited} onClick={onReset}>
          Reset to fields
        </Button>
      </div>
      <CodeEditor
        {...(ref === undefined ? {} : { ref })}
        labelledBy={`${id}-label`}
        describedBy={`${id}-state`}
        value={body}
        onValueChange={onChange}
        onSubmit={onSubmit}
        invalid={problem !== null || refusal !== null}
        nonce={cspNonce()}
      />
      <p
        id={`${id}-state`}
        className={classes(
          "type-small wrap-anywhere",
          refusal !== null ? "text-bad" : problem === null ? "text-muted" : "text-odd",
        )}
      >
        {refusal ??
          (problem === null
            ? "Valid JSON. It is sent exactly as it stands here, instead of the fields."
            : `Not valid JSON, line ${problem.line}, column ${problem.column}: ${problem.message} It is sent as it stands.`)}
      </p>
    </div>
  );
}
