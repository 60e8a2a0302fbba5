/**
 * A short tag in a charge's remark, such as `Lunch [ld-7f3kq]`: where a webhook carries the remark, it names its run
 * beyond doubt. Off by default, since the receiver sees it too.
 */

// Without 0, 1, i, l, o and u: a tag may be read out on the telephone, and should not spell a word.
const LETTERS = "23456789abcdefghjkmnpqrstvwxyz";
const TAG_LENGTH = 5;
const TAG = /\[ld-([2-9a-hjkmnp-tv-z]{4,8})\]/gi;

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

/** The tags in a text, in small letters: some services write remarks in capitals. */
export function tagsIn(text: string): readonly string[] {
  if (!text.includes("[")) return [];
  return [...text.matchAll(TAG)].map(([, tag = ""]) => tag.toLowerCase());
}
