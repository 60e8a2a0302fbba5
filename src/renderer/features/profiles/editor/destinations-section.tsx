import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { targetProblem } from "../../../../shared/replay-target.ts";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { Section } from "../../../ui/layout.tsx";
import type { ProfileText } from "./profile-form.ts";
import { RowList } from "./row-list.tsx";

/** Other machines that this profile's webhooks may be sent to without asking; an agreement can be taken back. */
export function DestinationsSection() {
  const { control, setValue } = useFormContext<ProfileText>();
  const { defaultValues } = useFormState({ control });
  const replay = useWatch({ control, name: "replay" });
  // Those that were taken back stay in sight until that is saved, with the way back beside them.
  const saved = defaultValues?.replay?.agreedDestinations?.filter((destination) => destination !== undefined) ?? [];
  const destinations = [...new Set([...saved, ...replay.agreedDestinations])];
  const { enabled, url } = replay.forward;
  const forwardedTo = enabled && targetProblem(url) === null ? new URL(url).host : null;

  function agree(next: readonly string[]) {
    setValue("replay", { ...replay, agreedDestinations: next }, { shouldDirty: true });
  }

  return (
    <Section
      title="Other machines"
      hint="Where webhooks may be sent without asking, as you agreed when one was replayed or forwarded."
    >
      <RowList
        empty="None: you are asked before a webhook is sent to another machine."
        onRemove={(index) =>
          agree(replay.agreedDestinations.filter((destination) => destination !== destinations[index]))
        }
        rows={destinations.map((destination) => {
          const gone = !replay.agreedDestinations.includes(destination);
          const note = gone
            ? destination === forwardedTo
              ? "Forwarding there stops when you save."
              : "You are asked again once this is saved."
            : destination === forwardedTo
              ? "Every webhook is forwarded there."
              : "";
          return {
            key: destination,
            remove: `Take back the agreement to ${destination}`,
            gone,
            content: (
              <div className="flex items-center gap-3 min-h-(--control)">
                <span className={classes("min-w-0 wrap-anywhere type-data", gone && "text-muted line-through")}>
                  {destination}
                </span>
                <span className="flex-1 text-muted type-small">{note}</span>
                {gone ? (
                  <Button
                    size="small"
                    aria-label={`Keep the agreement to ${destination}`}
                    onClick={() =>
                      agree(
                        destinations.filter((each) => each === destination || replay.agreedDestinations.includes(each)),
                      )
                    }
                  >
                    Keep
                  </Button>
                ) : null}
              </div>
            ),
          };
        })}
      />
    </Section>
  );
}
