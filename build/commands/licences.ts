// npm run licences: writes down the licences of everything that goes into a package, and counts them.
import { LICENCES_FILE, writeLicences } from "../steps/licences.ts";

const parties = writeLicences();
const counts = Map.groupBy(parties, ({ licence }) => licence);
for (const [licence, those] of counts) console.log(`${String(those.length).padStart(4)}  ${licence}`);
console.log(`The licences of ${parties.length} packages are in ${LICENCES_FILE}.`);
