import { CalendarDays, Clock } from "lucide-react";
import { useRef, useState } from "react";
import { momentText } from "../../../../shared/measures.ts";
import { useCommands } from "../../../core/commands.ts";
import { useStores, useToasts } from "../../../core/environment.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/layout.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { eventLogStore } from "../state/event-log-store.ts";
import { otherDayText, readTypedMoment } from "./typed-moment.ts";

const KEYS = "mod+g";

/** Takes the log to the first event at or after a moment that is typed. */
export function GoToTime({ onGone }: { readonly onGone: () => void }) {
  const [open, setOpen] = useState(false);
  useCommands([
    {
      id: "go-to-time",
      title: "Go to time…",
      group: "Event log",
      keys: KEYS,
      keywords: "jump date moment when",
      run: () => setOpen(true),
    },
  ]);
  return (
    <>
      <IconButton tip="Go to time…" keys={KEYS} label="Go to time" icon={<Clock />} onClick={() => setOpen(true)} />
      {open ? (
        <TimeDialog
          onClose={(gone) => {
            setOpen(false);
            if (gone) onGone();
          }}
        />
      ) : null}
    </>
  );
}

function TimeDialog({ onClose }: { readonly onClose: (gone: boolean) => void }) {
  const stores = useStores();
  const toasts = useToasts();
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  // "10m ago" is counted from when the dialog was opened: what is shown below the field is where it goes.
  const [now] = useState(() => Date.now() * 1_000);
  const moment = readTypedMoment(text, now);

  async function go() {
    setTried(true);
    if (!moment.ok) return;
    onClose(true);
    const gone = await stores.get(eventLogStore).goTo(moment.at);
    const isFiltered = stores.get(eventLogStore).filter !== "";
    const told = gone === "failed" ? null : otherDayText(moment.at, gone, isFiltered);
    if (told !== null) toasts.hint(told);
  }

  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title="Go to time"
      size="small"
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => void go()}>
            Go
          </Button>
        </>
      }
    >
      <Form onSubmit={go}>
        <Field
          label="Time"
          hint={
            moment.ok
              ? `First event at or after ${momentText(moment.at)}`
              : "Such as 14:32, yesterday 9:00, tuesday last week, 20 Nov 14:32, 17/11/2026 or 10m ago"
          }
          error={tried && !moment.ok ? moment.message : undefined}
        >
          <TextInput
            data
            after={<DayPicker onPick={(day) => setText(/\d:\d/.test(text) ? `${day} ${clockIn(text)}` : day)} />}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setTried(false);
            }}
          />
        </Field>
      </Form>
    </Dialog>
  );
}

/** The time of day in a text, when a day is picked for it. */
function clockIn(text: string): string {
  return /\d{1,2}:\d\d(?::\d\d)?/.exec(text)?.[0] ?? "";
}

/** The browser's own calendar, in the system's language. It writes the day into the field. */
function DayPicker({ onPick }: { readonly onPick: (day: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="relative inline-flex">
      <IconButton label="Pick a day" icon={<CalendarDays />} size="small" onClick={() => input.current?.showPicker()} />
      <input
        ref={input}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        className="absolute inset-0 opacity-0 pointer-events-none"
        max={new Date().toLocaleDateString("sv-SE")}
        onChange={(event) => {
          if (event.target.value !== "") onPick(event.target.value);
        }}
      />
    </span>
  );
}
