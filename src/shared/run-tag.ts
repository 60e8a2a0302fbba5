import { member, parseJson } from "./json/parse.ts";

/**
 * A short tag in a charge's remark, such as `Lunch [ld-7f3kq]`: where a webhook carries the remark, it names its run
 * beyond doubt. Off by default, since the receiver sees it too.
 */

// Without 0, 1, i, l, o and u: a tag may be read out on the telephone, and should not spell a word.
const LETTERS = "23456789abcdefghjkmnpqrstvwxyz";
const TAG_LENGTH = 5;
const TAG = /\[ld-([2-9a-hjkmnp-tv-z]{4,8})\]/gi;
const SPACED_TAG = / ?\[ld-[2-9a-hjkmnp-tv-z]{4,8}\]/gi;

/**
 * A tag that no other run in `taken` has: 24 million of them, so a second try is rare and a tenth never comes.
 *
 * @param random a whole number from 0 up to, but without, its argument
 */
export function newTag(random: (below: number) => number, taken: (tag: string) => boolean): string {
  for (;;) {
    let tag = "";
    for (let place = 0; place < TAG_LENGTH; place += 1) tag += LETTERS.charAt(random(LETTERS.length));
    if (!taken(tag)) return tag;
  }
}

/** The remark with the tag behind it. */
export function withTag(remark: string, tag: string): string {
  return `${remark}${remark === "" ? "" : " "}[ld-${tag}]`;
}

/** The text without its tags: what was written before one was put behind it. */
export function withoutTags(text: string): string {
  return text.replace(SPACED_TAG, "");
}

/**
 * The JSON text of a charge with this tag in its remark, in the place of those that are there; every other byte as it
 * was. null where there is no remark to put it in.
 */
export function retagged(body: string, tag: string): string | null {
  const parsed = parseJson(body);
  const remark = parsed.ok ? member(parsed.root, "remark") : undefined;
  if (remark?.kind !== "string" || remark.value === "") return null;
  // A tag has nothing in it that JSON escapes, so the text between the quotation marks is worked on as it stands.
  const inner = body.slice(remark.start + 1, remark.end - 1);
  const written = withTag(withoutTags(inner), tag);
  const escaped = tagsIn(inner).length !== tagsIn(remark.value).length;
  const quoted = escaped ? JSON.stringify(withTag(withoutTags(remark.value), tag)) : `"${written}"`;
  return body.slice(0, remark.start) + quoted + body.slice(remark.end);
}

/** The tags in a text, in small letters: some services write remarks in capitals. */
export function tagsIn(text: string): readonly string[] {
  if (!text.includes("[")) return [];
  return [...text.matchAll(TAG)].map(([, tag = ""]) => tag.toLowerCase());
}
