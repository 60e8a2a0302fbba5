import type { Mode } from "../../../../shared/profile.ts";

/**
 * What looks odd about a key that was pasted, as a sentence; null for nothing. A warning and never a refusal: the
 * specification does not say what keys look like, and these are habits seen elsewhere.
 *
 * @param isAccepted whether a test has shown that the service takes it; where it leads is not thereby right for the mode
 */
export function keyWarning(key: string, mode: Mode, isAccepted = false): string | null {
  const text = key.trim();
  if (text === "") return null;
  if (!isAccepted && /^pspk_|(^|_)pk_|(^|[_-])public([_-]|$)/i.test(text))
    return "This looks like a public key. Calls need the secret one.";
  const live = /(^|[_-])live([_-]|$)/i.test(text);
  const test = /(^|[_-])test([_-]|$)/i.test(text);
  if (live && mode === "test") return "This looks like a live key, and this profile is in test mode.";
  if (test && mode === "live") return "This looks like a test key, and this profile is in live mode.";
  if (isAccepted) return null;
  if (/^authorization:/i.test(text)) return "This is a whole header line. Only what follows in it is the key.";
  if (/^(bearer|basic)\s/i.test(text)) return "Leave out the word in front: Linkdesk adds it by itself.";
  return null;
}
