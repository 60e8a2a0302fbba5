// A Windows library that has functions only by name: what makensis reads of a plug-in to know that a call is right.

const FILE_ALIGNMENT = 0x200;
const SECTION = 0x1000;
const HEADERS = 0x200;

/** The smallest 32-bit DLL (PE/COFF, as Microsoft's "PE Format" describes it) that exports these names. */
export function pluginStub(name: string, functions: readonly string[]): Buffer {
  const exported = [...functions].toSorted();
  const section = exportSection(`${name}.dll`, exported);
  const raw = Math.ceil(section.length / FILE_ALIGNMENT) * FILE_ALIGNMENT;
  const file = Buffer.alloc(HEADERS + raw);
  file.write("MZ", 0, "latin1");
  file.writeUInt32LE(0x40, 0x3c);
  file.write("PE\0\0", 0x40, "latin1");
  // COFF: for i386, one section, 224 bytes of optional header, a 32-bit library that can be loaded.
  file.writeUInt16LE(0x14c, 0x44);
  file.writeUInt16LE(1, 0x46);
  file.writeUInt16LE(224, 0x54);
  file.writeUInt16LE(0x2102, 0x56);
  const optional = 0x58;
  file.writeUInt16LE(0x10b, optional);
  file.writeUInt32LE(0x1000_0000, optional + 28);
  file.writeUInt32LE(SECTION, optional + 32);
  file.writeUInt32LE(FILE_ALIGNMENT, optional + 36);
  file.writeUInt16LE(4, optional + 48);
  file.writeUInt32LE(SECTION * 2, optional + 56);
  file.writeUInt32LE(HEADERS, optional + 60);
  file.writeUInt16LE(2, optional + 68);
  file.writeUInt32LE(16, optional + 92);
  // The first of the sixteen directories is that of the exports.
  file.writeUInt32LE(SECTION, optional + 96);
  file.writeUInt32LE(section.length, optional + 100);
  const header = optional + 224;
  file.write(".edata", header, "latin1");
  file.writeUInt32LE(section.length, header + 8);
  file.writeUInt32LE(SECTION, header + 12);
  file.writeUInt32LE(raw, header + 16);
  file.writeUInt32LE(HEADERS, header + 20);
  file.writeUInt32LE(0x4000_0040, header + 36);
  section.copy(file, HEADERS);
  return file;
}

function exportSection(library: string, functions: readonly string[]): Buffer {
  const count = functions.length;
  const [addresses, names] = [40, 40 + 4 * count];
  const ordinals = names + 4 * count;
  const texts = [library, ...functions].map((text) => Buffer.from(`${text}\0`, "latin1"));
  const starts: number[] = [];
  let end = ordinals + 2 * count;
  for (const text of texts) {
    starts.push(end);
    end += text.length;
  }
  const section = Buffer.alloc(end);
  section.writeUInt32LE(SECTION + (starts[0] ?? 0), 12);
  for (const [at, value] of [1, count, count, SECTION + addresses, SECTION + names, SECTION + ordinals].entries())
    section.writeUInt32LE(value, 16 + 4 * at);
  for (let index = 0; index < count; index += 1) {
    section.writeUInt32LE(SECTION, addresses + 4 * index);
    section.writeUInt32LE(SECTION + (starts[index + 1] ?? 0), names + 4 * index);
    section.writeUInt16LE(index, ordinals + 2 * index);
  }
  for (const [index, text] of texts.entries()) text.copy(section, starts[index] ?? 0);
  return section;
}
