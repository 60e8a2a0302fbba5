import { useEffect, useState } from "react";
import { marksOf, unitOfAmount } from "../../../shared/correct-reading.ts";
import { amountText, type Units } from "../../../shared/text/amount-text.ts";
import { whileWanted } from "../../core/bridge.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceList } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { exampleOf } from "./places-text.ts";
import { type Asked, type AskedWords, readingsStore } from "./readings-store.ts";
import { type WordLine, WordsTable } from "./words-table.tsx";

/** Asks for what pointing alone does not say: the unit of an amount, or what the words of a place mean. */
export function AskDialog({ unitsOf }: { readonly unitsOf: Units }) {
  const asked = useStore(readingsStore, (state) => state.asked);
  const loaded = useStore(readingsStore, (state) => (asked === null ? undefined : state.loaded.get(asked.deliveryId)));
  if (asked === null) return null;
  const units = unitsOf((loaded?.state === "ready" ? loaded.says.profileId : null) ?? undefined);
  return asked.about === "unit" ? (
    <UnitDialog key={asked.path} asked={asked} units={units} />
  ) : (
    <WordsDialog key={`${asked.about} ${asked.path}`} asked={asked} />
  );
}

const SCALES = ["0", "-2", "2", "-3", "3"] as const;
type ScaleText = (typeof SCALES)[number];

function UnitDialog({
  asked,
  units,
}: {
  readonly asked: Extract<Asked, { about: "unit" }>;
  readonly units: number | null;
}) {
  const stores = useStores();
  const guess = unitOfAmount(asked.text, asked.expected);
  const known = SCALES.find((each) => Number(each) === guess?.scale);
  const [scale, setScale] = useState<ScaleText>(known ?? "0");
  const decimalMark = guess?.decimalMark ?? marksOf(asked.text)[0] ?? ".";
  const close = () => stores.get(readingsStore).dismiss();
  const example = (text: ScaleText) => exampleText(Number(text));
  return (
    <Dialog
      open
      onClose={close}
      size="small"
      title="In which unit is the amount?"
      description={`The webhook says “${asked.text.slice(0, 60)}”${asked.expected === null ? "" : `, and ${amountText(asked.expected, "", units)} was asked for`}.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() =>
              stores
                .get(readingsStore)
                .sayUnit({ scale: Number(scale), decimalMark, negative: /^\s*[-−(]/.test(asked.text) })
            }
          >
            Use this unit
          </Button>
        </>
      }
    >
      <ChoiceList
        label="The amount in the webhook is written"
        value={scale}
        onValueChange={setScale}
        options={(known === undefined || Math.abs(Number(known)) < 3 ? SCALES.slice(0, 3) : SCALES).map((value) => ({
          value,
          label: UNIT_LABELS[value],
          description: example(value),
        }))}
      />
    </Dialog>
  );
}

const UNIT_LABELS: Readonly<Record<ScaleText, string>> = {
  "0": "As it was sent",
  "-2": "In hundredths of what was sent",
  "2": "In hundreds of what was sent",
  "-3": "In thousandths of what was sent",
  "3": "In thousands of what was sent",
};

function exampleText(scale: number): string {
  const { sent, written } = exampleOf(scale);
  return `Where ${sent} was sent, the webhook says ${written}.`;
}

function WordsDialog({ asked }: { readonly asked: AskedWords }) {
  const stores = useStores();
  const [lines, setLines] = useState<readonly WordLine[] | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const close = () => stores.get(readingsStore).dismiss();

  useEffect(
    () =>
      whileWanted(stores.get(readingsStore).wordsAt(asked), (seen) => {
        setLines(seen.lines);
        setTrouble(seen.trouble);
      }),
    [stores, asked],
  );

  const said = (lines ?? []).flatMap(({ text, means }) => (means === null ? [] : [{ text, means }]));
  return (
    <Dialog
      open
      onClose={close}
      title={asked.about === "outcome" ? "What do these words say of the outcome?" : "What do these words say it is?"}
      description={`Words seen so far at ${asked.path.slice(0, 200)} in webhooks built like this one. What you leave open asks again when it comes.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            disabled={said.length === 0}
            onClick={() => stores.get(readingsStore).sayWords(said as never)}
          >
            Use these words
          </Button>
        </>
      }
    >
      <WordsTable about={asked.about} lines={lines} trouble={trouble} onChange={setLines} />
    </Dialog>
  );
}
