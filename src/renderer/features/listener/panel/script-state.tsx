import { RotateCcw } from "lucide-react";
import { type AnswerScript, type ScriptStatus, stepsOf } from "../../../../shared/answer-script.ts";
import { pluralText } from "../../../../shared/measures.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { profilesStore, selectedProfile } from "../../profiles/index.ts";
import { listenerStore } from "../listener-store.ts";
import { stepWords } from "../script-words.ts";

/** How far the script in use is, what comes next, and the way back to its beginning. Nothing for a single step. */
export function ScriptState() {
  const stores = useStores();
  const script = useStore(profilesStore, (state) => selectedProfile(state)?.profile.answerScript);
  const status = useStore(listenerStore, (state) => state.script);
  if (script === undefined || status === null || stepsOf(script).length < 2) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 items-center p-3 border border-odd-line rounded bg-odd-fill">
      <div className="type-body" role="status">
        {stateSentence(script, status)}
      </div>
      <Button
        size="small"
        icon={<RotateCcw />}
        disabled={status.decided === 0}
        onClick={() => void stores.get(listenerStore).restartScript()}
      >
        Begin again
      </Button>
      <ol className="flex flex-wrap col-span-full gap-1" aria-label={upcomingLabel(script)}>
        {status.upcoming.map((place, index) => {
          const step = stepsOf(script)[place];
          return (
            // The places of a foretold sequence never change their order.
            <li
              key={index}
              className={`py-px px-1.5 border rounded-small bg-raised type-data-small ${isBad(script, place) ? "border-odd-line text-odd" : "border-line-strong"}`}
            >
              {step === undefined ? "" : stepWords(step)}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function isBad(script: AnswerScript, place: number): boolean {
  const step = stepsOf(script)[place];
  return step !== undefined && (step.does !== "answer" || step.status >= 300);
}

function upcomingLabel(script: AnswerScript): string {
  return script.order === "sequence" && script.per === "webhook" ? "What each webhook gets" : "What the next ones get";
}

/** "4 deliveries so far. The last webhook came once; sent again, it gets step 2: 500." */
export function stateSentence(script: AnswerScript, { decided, upcoming, last }: ScriptStatus): string {
  const steps = stepsOf(script);
  const say = (place: number) => {
    const step = steps[place];
    return step === undefined ? "" : stepWords(step);
  };
  const sofar = decided === 0 ? "Not begun." : `${pluralText(decided, "delivery", "deliveries")} so far.`;
  if (last !== null) {
    const times = last.times === 1 ? "once" : last.times === 2 ? "twice" : `${last.times} times`;
    return `${sofar} The last webhook came ${times}; sent again, it gets step ${last.next + 1}: ${say(last.next)}.`;
  }
  const [next] = upcoming;
  if (next === undefined) return sofar;
  if (script.order === "chance") return `${sofar} Next: ${say(next)}.`;
  return script.per === "webhook"
    ? `${sofar} A new webhook gets step 1: ${say(0)}.`
    : `${sofar} Next: step ${next + 1}, ${say(next)}.`;
}
