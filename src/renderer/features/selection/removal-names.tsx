import { Fragment } from "react";
import { askedName, exactReference, narrowedTo } from "../../../shared/filter/index.ts";
import { countText, pluralText } from "../../../shared/measures.ts";
import { useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { removalStore } from "./removal-store.ts";

/** So many names at most: those that the filter may have found by chance come first. */
const NAMES = 5;

interface NamedProps {
  readonly texts: readonly { readonly text: string; readonly events: number; readonly ofAll: boolean }[];
  readonly filter: string | null;
  readonly words: readonly [one: string, many: string];
}

/**
 * Whom the events name, where that is not one alone: a filter for a part of a reference finds other people's, too.
 * What is counted is said: a look-up names the other end of its link in its answer only, and is found by that as a word.
 */
export function Named({ texts, filter, words }: NamedProps) {
  const stores = useStores();
  if (texts.length < 2) return null;
  const asked = filter === null ? null : askedName(filter);
  const part = asked === null || asked.exact ? null : asked.text;
  const isIt = texts.filter(({ text }) => text === part);
  const haveIt = texts.filter(({ text }) => text !== part && text.toLowerCase().includes(part?.toLowerCase() ?? text));
  const sorted = (part === null ? texts : [...new Set([...isIt, ...haveIt, ...texts])]).slice(0, NAMES);
  const list = sorted.map(({ text, events }, index) => (
    <Fragment key={text}>
      {index === 0 ? "" : ", "}
      <OpaqueText text={text} limit={80} /> ({pluralText(events, "event", "events")})
    </Fragment>
  ));
  const more = texts.length > NAMES ? `, and ${countText(texts.length - NAMES)} more` : "";
  const counted = `Counted are the events that Linkdesk reads ${words[0] === "reference" ? "a reference" : "a link ID"} from; others of them may have it in their text.`;
  const title = `These events name ${pluralText(texts.length, ...words)}`;
  if (filter === null || asked?.exact === true)
    return (
      <p>
        {title}: {list}
        {more}. {counted}
      </p>
    );
  // Whose all of them are already, to choose theirs would change nothing.
  const choices = sorted.flatMap(({ text, ofAll }) =>
    ofAll
      ? []
      : [
          <Button key={text} onClick={() => void stores.get(removalStore).askFor(narrowedTo(filter, text))}>
            Choose only the events of <OpaqueText text={text} limit={40} />
          </Button>,
        ],
  );
  // Whom all of them name is who is meant; what names somebody else, too, can be left out.
  const [meant, ...also] = sorted.filter(({ ofAll }) => ofAll);
  if (meant !== undefined && also.length === 0 && texts.length <= NAMES) {
    const others = texts.filter(({ text }) => text !== meant.text).map(({ text }) => `-${exactReference(text)}`);
    const alone = [narrowedTo(filter, meant.text), ...others].join(" ");
    choices.unshift(
      <Button key={meant.text} onClick={() => void stores.get(removalStore).askFor(alone)}>
        Choose only what names <OpaqueText text={meant.text} limit={40} /> alone
      </Button>,
    );
  }
  return (
    <Callout tone="odd" title={title} actions={choices.length > 0 ? choices : undefined}>
      {list}
      {more}. {counted}
      {part === null || isIt.length === 0 || haveIt.length === 0 ? null : (
        <>
          {" "}
          The filter finds every {words[0]} that has “<OpaqueText text={part} limit={80} />” in it.
        </>
      )}
    </Callout>
  );
}
