import { HOSTILE_BODIES } from "../hostile/bodies.ts";
import { BOMBS, DECODED } from "../hostile/bodies-bytes.ts";
import { CALM_BODY, haste, inspectBody } from "../hostile/bodies-inspect.ts";
import { JSON_CASES } from "../hostile/bodies-json.ts";
import { keeperBehind, roundTrip } from "../hostile/bodies-round-trip.ts";
import { HOSTILE_STRINGS } from "../hostile/bodies-strings.ts";
import { charge, lookUp, sendRaw } from "../hostile/bodies-typed.ts";
import { watchPage } from "../hostile/bodies-watch.ts";
import { startForeignService } from "../support/foreign-service.ts";
import { expect, test, useProfile } from "./fixtures.ts";
import { windowParts } from "./window-parts.ts";

// The short form of tests/endurance/hostile.long.ts: one of each kind is looked at, and some are typed. Each of the bodies
// goes through listener and journal in tests/hostile/round-trip.test.ts, and each string over the wire in
// src/main/service/wire.test.ts; here, every fortieth body, and each that is packed.

test("hostile bodies come back byte for byte, and no bomb is unpacked", async ({ app }) => {
  test.setTimeout(300_000);
  const url = await windowParts(app.page).webhookUrl();
  const watch = await watchPage(app.page);
  const faults: string[] = [];
  const keeper = keeperBehind(app.page);
  const packed = new Set([...BOMBS, ...Object.keys(DECODED)]);
  for (const body of HOSTILE_BODIES.filter(({ name }, index) => index % 40 === 0 || packed.has(name)))
    faults.push(...(await roundTrip(keeper, url, body)));
  expect([...faults, ...(await watch.faults())]).toEqual([]);
});

/** Of each kind the one that asks most of a view. */
const LOOKED_AT = new Set([
  "JSON (yes): markup in every place",
  "JSON (open): an empty body",
  "string in a payload: an override of direction",
  "all 256 bytes",
  "a bomb in gzip",
  "10 MiB of JSON in one line",
  "100,000 objects, one in the other",
  "a megabyte of combining marks",
]);

test("hostile bodies in every view neither run nor freeze", async ({ app }) => {
  test.setTimeout(300_000);
  const url = await windowParts(app.page).webhookUrl();
  const watch = await watchPage(app.page);
  const usual = await inspectBody(app.page, url, CALM_BODY, 0);
  let number = 0;
  for (const body of HOSTILE_BODIES.filter(({ name }) => LOOKED_AT.has(name)))
    await test.step(body.name, async () => {
      number += 1;
      const inspected = await inspectBody(app.page, url, body, number);
      expect(haste(inspected, usual)).toEqual([]);
      expect(await watch.faults()).toEqual([]);
    });
  expect(number).toBe(LOOKED_AT.size);
});

test("hostile strings in the forms reach the service as they were typed", async ({ app }) => {
  test.setTimeout(300_000);
  const service = await startForeignService();
  const { page } = app;
  await useProfile(app, {
    name: "Foreign service",
    mode: "test",
    baseUrl: service.origin,
    authentication: { scheme: "none" },
    timeouts: { connectMs: 30_000, totalMs: 60_000 },
  });
  const { tab } = windowParts(page);
  const watch = await watchPage(page);
  const strings = Object.values(HOSTILE_STRINGS);
  await test.step("as IDs of links", async () => {
    await tab("Look up link").click();
    for (const text of strings.filter((_, index) => index % 18 === 0)) await lookUp(page, service, text);
    await lookUp(page, service, "half \ud83d");
  });
  await test.step("as references and remarks", async () => {
    await tab("Charge").click();
    for (let index = 1; index < strings.length; index += 27)
      await charge(page, service, strings.slice(index, index + 3));
  });
  await test.step("as bodies", async () => {
    await tab("Credit").click();
    await page.getByRole("switch", { name: "Edit body" }).click();
    const texts = JSON_CASES.flatMap(({ text }) => (typeof text === "string" && text !== "" ? [text] : []));
    for (const text of texts.filter((_, index) => index % 60 === 0)) await sendRaw(page, service, text);
  });
  expect(await watch.faults()).toEqual([]);
  await service.close();
});
