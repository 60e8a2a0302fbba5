/** The body of the delivery with this number: all of them differ, in length and in content. */
export function floodBody(sequence: number): Uint8Array {
  const length = 50 + ((sequence * 7_919) % 3_000) + (sequence % 211 === 0 ? 200_000 : 0);
  const body = new Uint8Array(length);
  let state = sequence + 1;
  for (let place = 0; place < length; place += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    body[place] = state >>> 16;
  }
  return body;
}
