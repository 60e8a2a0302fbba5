/** Where the number stands in the body: it must be found even in bytes that are no JSON. */
const NUMBER = /^\{"delivery":([0-9]+),/;

/**
 * The body of the delivery with this number. Each differs from all others in length and content: mostly small, now and
 * then large, every seventh not JSON but raw bytes behind its number.
 */
export function numberedBody(number: number): Buffer {
  const head = `{"delivery":${number},"event":"transaction","amount":${number}000.10,"currency":"NGN","remark":"`;
  const length = 20 + ((number * 7_919) % 1_500) + (number % 97 === 0 ? 300_000 : 0);
  const filler = Buffer.alloc(length);
  const raw = number % 7 === 0;
  let state = number + 1;
  for (let place = 0; place < length; place += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    filler[place] = raw ? state >>> 16 : 0x61 + ((state >>> 16) % 26);
  }
  return Buffer.concat([Buffer.from(head), filler, Buffer.from(raw ? "" : '"}')]);
}

/** The number that a body begins with; null when it is none of ours. */
export function numberOf(body: Uint8Array): number | null {
  const found = NUMBER.exec(
    Buffer.from(body.buffer, body.byteOffset, Math.min(40, body.byteLength)).toString("latin1"),
  );
  return found === null ? null : Number(found[1]);
}
