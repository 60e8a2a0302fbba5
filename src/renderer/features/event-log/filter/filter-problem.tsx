import type { FilterError, TextRange } from "../../../../shared/filter/index.ts";
import { Button } from "../../../ui/button.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";

/** What is wrong with the filter, and a way to the place in it; or what it still lacks. Nothing when all is well. */
export function FilterProblem({
  id,
  problem,
  draft,
  stillShown,
  onInstead,
  onShow,
}: {
  readonly id: string;
  readonly draft: string;
  /** The filter of the rows below, which stay as they are; null when there are none. */
  readonly stillShown: string | null;
  readonly problem: FilterError | { readonly message: string } | null;
  /** Takes a filter in place of this one. */
  readonly onInstead: (filter: string) => void;
  readonly onShow: (place: TextRange) => void;
}) {
  const instead =
    problem !== null && "instead" in problem && problem.instead !== undefined
      ? draft.slice(0, problem.start) + problem.instead + draft.slice(problem.end)
      : null;
  const isUnfinished = problem !== null && "unfinished" in problem;
  return (
    <div
      id={id}
      className={
        problem === null
          ? "hidden"
          : `flex flex-none items-center justify-between gap-2 py-1.5 px-3 border-b type-small ${isUnfinished ? "border-line text-secondary" : "border-bad-line bg-bad-fill text-bad"}`
      }
      role="status"
    >
      {problem === null ? null : (
        <>
          <span>
            {"start" in problem && !isUnfinished ? (
              <>
                <OpaqueText as="b" text={`“${draft.slice(problem.start, problem.end)}”`} limit={60} />
                {" is not understood. "}
              </>
            ) : null}
            <OpaqueText text={problem.message} />
            {stillShown === null ? null : stillShown === "" ? (
              " All events are shown until then."
            ) : (
              <>
                {" Still shown: "}
                <OpaqueText text={stillShown} limit={60} />
              </>
            )}
          </span>
          {/* One of them: two would leave the sentence no room. */}
          {instead !== null ? (
            <Button size="small" variant="quiet" className="flex-none" onClick={() => onInstead(instead)}>
              Search for the value
            </Button>
          ) : "start" in problem && !isUnfinished ? (
            <Button size="small" variant="quiet" onClick={() => onShow(problem)}>
              Show where (character {problem.start + 1})
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
