import type { Mode } from "../../../../shared/profile.ts";

/** Said of a key, and how: where nothing may be wrong it is no warning. */
interface KeyRemark {
  readonly tone: "neutral" | "odd";
  readonly sentence: string;
}

/**
 * What looks odd about a key that was pasted, null for nothing. A warning and never a refusal: the
 * specification does not say what keys look like, and these are habits seen elsewhere.
 *
 * @param isAccepted whether a test has shown that the service takes it; where it leads is not thereby right for the mode
 */
export function keyWarning(key: string, mode: Mode, isAccepted = false): KeyRemark | null {
  const text = key.trim();
  if (text === "") return null;
  const live = /(^|[_-])live([_-]|$)/i.test(text);
  const test = /(^|[_-])test([_-]|$)/i.test(text);
  if (live && mode === "test") return odd("This looks like a live key, and this profile is in test mode.");
  if (test && mode === "live") return odd("This looks like a test key, and this profile is in live mode.");
  if (isAccepted) return null;
  if (/^authorization:/i.test(text)) return odd("This is a whole header line. Only what follows in it is the key.");
  if (/^(bearer|basic)\s/i.test(text)) return odd("Leave out the word in front: Linkdesk adds it by itself.");
  // Some services have one key alone, and call it so.
  if (/^pspk_|(^|_)pk_|(^|[_-])public([_-]|$)/i.test(text))
    return {
      tone: "neutral",
      sentence: "Some services call keys like this one public: if it is refused, try the secret one.",
    };
  return null;
}

function odd(sentence: string): KeyRemark {
  return { tone: "odd", sentence };
}
