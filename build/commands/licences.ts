// npm run licences: writes down the licences of everything that goes into a package. The tests compare.
import { writeFileSync } from "node:fs";
import { LICENCES_FILE, licencesText, thirdParties } from "../steps/licences.ts";

const parties = thirdParties();
writeFileSync(LICENCES_FILE, licencesText(parties));
console.log(`Wrote the licences of ${parties.length} packages.`);
