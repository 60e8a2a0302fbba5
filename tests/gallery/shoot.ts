import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { inGallery, SIZES, THEMES } from "./open.ts";

// Takes a picture of every state whose name contains the first argument. Looked at by people, compared by nobody.

function option<Value extends string>(name: string, all: readonly Value[]): readonly Value[] {
  const given = process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
  return given === undefined ? all : all.filter((each) => each === given);
}

const folder = resolve("out/gallery");
await mkdir(folder, { recursive: true });
const wanted = process.argv[2]?.startsWith("--") === false ? process.argv[2] : "";
const sizes = option("size", Object.keys(SIZES) as (keyof typeof SIZES)[]);
await inGallery({ wanted, sizes, themes: option("theme", THEMES) }, async (page, name) => {
  await page.screenshot({ path: resolve(folder, `${name}.png`), animations: "disabled" });
  console.log(`${name}.png`);
});
