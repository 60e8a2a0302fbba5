import type { ProfileText } from "./profile-form.ts";

type Authentication = ProfileText["authentication"];

/** A whole header line, or word and token, put where each of them belongs. */
export interface PastedKey {
  readonly authentication: Authentication;
  readonly secret: string;
  /** What was done with it. */
  readonly said: string;
}

/** Headers of keys; a colon alone may as well stand in a key. */
const LINE = /^([A-Za-z][0-9A-Za-z-]{2,63}):[ \t]+(\S.*)$/;
const WORD_AND_TOKEN = /^([A-Za-z][0-9A-Za-z_-]{1,19})[ \t]+(\S{3,})$/;

/**
 * Takes apart what documentation and people hand on: `Authorization: Token abc`, `Token abc`, `X-Api-Key: abc`.
 *
 * @returns null for a key alone, and for what cannot be told from one
 */
export function readPastedKey(pasted: string, authentication: Authentication): PastedKey | null {
  const text = pasted.trim().replace(/^(["'])(.*)\1$/s, "$2");
  const [, name, value] = LINE.exec(text) ?? [];
  if (name !== undefined && value !== undefined)
    return name.toLowerCase() === "authorization"
      ? ofAuthorization(value, authentication)
      : {
          authentication: { ...authentication, scheme: "header", name },
          secret: value,
          said: `It was a whole header line: “${name}” now stands as the header’s name, and the rest as the key.`,
        };
  return authentication.scheme === "bearer" && WORD_AND_TOKEN.test(text) ? ofAuthorization(text, authentication) : null;
}

function ofAuthorization(value: string, authentication: Authentication): PastedKey {
  const [, word, token] = WORD_AND_TOKEN.exec(value) ?? [];
  if (word === undefined || token === undefined)
    return {
      authentication: { ...authentication, scheme: "bearer", word: "" },
      secret: value,
      said: "It was a whole header line without a word before the token: now the token stands here alone.",
    };
  const basic = word.toLowerCase() === "basic" ? nameAndPassword(token) : null;
  if (basic !== null)
    return {
      authentication: { ...authentication, scheme: "basic", username: basic.username },
      secret: basic.password,
      said: "It was user name and password in one: each now stands in a field of its own.",
    };
  return {
    authentication: { ...authentication, scheme: "bearer", word },
    secret: token,
    said: `The word before the token, “${word}”, now stands in its own field, and the token here alone.`,
  };
}

/** What `Basic` is followed by (RFC 7617); null where it is nothing of the kind. */
function nameAndPassword(token: string): { readonly username: string; readonly password: string } | null {
  try {
    const bytes = Uint8Array.from(atob(token), (character) => character.charCodeAt(0));
    const [, username, password] =
      /^([^:]*):(.*)$/s.exec(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) ?? [];
    return username === undefined || password === undefined ? null : { username, password };
  } catch {
    return null;
  }
}
