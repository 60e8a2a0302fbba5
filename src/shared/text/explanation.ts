import type { Explanation } from "../outcomes.ts";

/** Explanations by their tone; nothing is to be done next where nothing is said of it. */
export function good(title: string, sentence: string, nextStep = ""): Explanation {
  return { tone: "good", title, sentence, nextStep };
}

export function neutral(title: string, sentence: string, nextStep = ""): Explanation {
  return { tone: "neutral", title, sentence, nextStep };
}

export function odd(title: string, sentence: string, nextStep = ""): Explanation {
  return { tone: "odd", title, sentence, nextStep };
}

export function bad(title: string, sentence: string, nextStep = ""): Explanation {
  return { tone: "bad", title, sentence, nextStep };
}
