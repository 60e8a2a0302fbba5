import { ANY_PORT, expect, test } from "../e2e/fixtures.ts";
import { windowParts } from "../e2e/window-parts.ts";
import { HOSTILE_BODIES } from "../hostile/bodies.ts";
import { CALM_BODY, haste, inspectBody } from "../hostile/bodies-inspect.ts";
import { JSON_CASES } from "../hostile/bodies-json.ts";
import { HOSTILE_STRINGS } from "../hostile/bodies-strings.ts";
import { charge, lookUp, sendRaw, settingsOf } from "../hostile/bodies-typed.ts";
import { watchPage } from "../hostile/bodies-watch.ts";
import { startForeignService } from "../support/foreign-service.ts";

// Strings are looked at within payloads: alone they are the same to a view.
const LOOKED_AT = HOSTILE_BODIES.filter(({ name }) => !name.startsWith("string alone: "));

test("every hostile body, in every view", async ({ app }) => {
  const url = await windowParts(app.page).webhookUrl();
  const watch = await watchPage(app.page);
  const usual = await inspectBody(app.page, url, CALM_BODY, 0);
  const faults: string[] = [];
  for (const [index, body] of LOOKED_AT.entries()) {
    const inspected = await inspectBody(app.page, url, body, index + 1);
    faults.push(...haste(inspected, usual));
    if (index % 100 === 99) console.log(`${index + 1} of ${LOOKED_AT.length} bodies looked at`);
  }
  expect([...faults, ...(await watch.faults())]).toEqual([]);
});

test("every hostile string, in every field", async ({ launch }) => {
  const service = await startForeignService();
  const { page } = await launch({ settings: settingsOf(service, ANY_PORT.listener) });
  const { tab } = windowParts(page);
  const watch = await watchPage(page);
  const strings = Object.values(HOSTILE_STRINGS);
  await test.step("as IDs of links", async () => {
    await tab("Look up link").click();
    for (const text of strings) await lookUp(page, service, text);
  });
  await test.step("as references and remarks", async () => {
    await tab("Charge").click();
    for (const [index] of strings.entries())
      await charge(
        page,
        service,
        [0, 1, 2].map((step) => strings[(index + step) % strings.length] ?? ""),
      );
  });
  await test.step("as bodies", async () => {
    await tab("Credit").click();
    await page.getByRole("switch", { name: "Edit body" }).click();
    const texts = JSON_CASES.flatMap(({ text }) => (typeof text === "string" && text !== "" ? [text] : []));
    for (const text of [...texts, ...strings.filter((each) => each.isWellFormed())]) await sendRaw(page, service, text);
  });
  expect(await watch.faults()).toEqual([]);
  await service.close();
});
