/** One picture of an icon: square, as a PNG. */
export interface Picture {
  /** Width and height in pixels. */
  readonly size: number;
  readonly png: Uint8Array;
}

const ICO_HEADER = 6;
const ICO_ENTRY = 16;

/**
 * A Windows icon with PNG entries, which every Windows since Vista reads: a header, a directory, then the pictures.
 *
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 * @throws RangeError when a picture is larger than 256 pixels: the directory has one byte for it
 */
export function ico(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(ICO_HEADER + ICO_ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    if (size > 256) throw new RangeError(`A picture of ${size} pixels does not fit into an .ico file.`);
    const entry = ICO_HEADER + ICO_ENTRY * index;
    // 0 stands for 256.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/**
 * The types of a macOS icon that take a PNG, with their pixels. The two for plain 16 and 32 are left out: PNGs in them
 * are drawn wrongly by some versions of the Finder, which scales the next larger one instead.
 */
const ICNS_TYPES = [
  ["ic11", 32],
  ["ic12", 64],
  ["ic07", 128],
  ["ic13", 256],
  ["ic08", 256],
  ["ic14", 512],
  ["ic09", 512],
  ["ic10", 1024],
] as const;

/** The sizes that `icns` wants, in pixels. */
export const ICNS_SIZES: readonly number[] = [...new Set(ICNS_TYPES.map(([, size]) => size))];

/**
 * A macOS icon: each picture after its type and its length, both counted in.
 *
 * @see https://en.wikipedia.org/wiki/Apple_Icon_Image_format
 * @throws RangeError when one of `ICNS_SIZES` is missing
 */
export function icns(pictures: readonly Picture[]): Buffer {
  const parts = ICNS_TYPES.map(([type, size]) => {
    const picture = pictures.find((each) => each.size === size);
    if (picture === undefined) throw new RangeError(`A picture of ${size} pixels is missing.`);
    return chunk(type, picture.png);
  });
  return chunk("icns", Buffer.concat(parts));
}

function chunk(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}
