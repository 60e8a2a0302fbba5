import { DEFAULT_ANSWER_SCRIPT, PLAIN_ANSWER } from "../../shared/answer-script.ts";

/**
 * Profiles used to have one answer, `listenerAnswer`. Such a profile, from a settings file or an export, gets the
 * script of that one step. Everything is still to be checked.
 */
export function withAnswerScript(profile: unknown): unknown {
  if (typeof profile !== "object" || profile === null || Array.isArray(profile)) return profile;
  if (!("listenerAnswer" in profile)) return profile;
  const { listenerAnswer: former, ...rest } = profile;
  if ("answerScript" in rest) return rest;
  const step = typeof former === "object" ? { ...PLAIN_ANSWER, ...former } : former;
  return { ...rest, answerScript: { ...DEFAULT_ANSWER_SCRIPT, steps: [step] } };
}
