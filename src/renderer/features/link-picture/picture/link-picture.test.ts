import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../../tests/fakes/bridge.ts";
import { parseJson } from "../../../../shared/json/parse.ts";
import { EnvironmentContext } from "../../../core/environment.ts";
import { createStores } from "../../../core/store.ts";
import { createToasts } from "../../../core/toasts.ts";
import { readLink } from "../link.ts";
import { LinkPicture } from "./link-picture.tsx";
import { LinkStrip } from "./link-strip.tsx";

const HOSTILE = `{"link":{"id":9007199254740993123,
  "user":{"name":"\\u202eadA <img src=x onerror=alert(1)>","identifier":"a\\u0000b\\u2066","identifier_type":"iban",
    "email":null,"reference":"","created_at":"soon","nick":"\\u200bnick"},
  "peer":{"user":null,"business":{"name":"Ada Ltd","logo":"","logo_colour":"red;background:url(//x)","fee":10.00,"fee":1E400}},
  "created_at":"2021-04-14T10:00:00.123456Z"}}`;

function markup(Component: typeof LinkPicture | typeof LinkStrip, text: string): string {
  const parsed = parseJson(text);
  const link = parsed.ok ? readLink(parsed.root, text) : null;
  if (link === null) throw new Error("The test's link cannot be read.");
  const [{ bridge }, toasts] = [createFakeBridge(), createToasts()];
  const environment = { bridge, toasts, stores: createStores(bridge, toasts), log: "own" } as const;
  const picture = createElement(Component, { link, profileId: "sandbox" });
  return renderToStaticMarkup(createElement(EnvironmentContext, { value: environment }, picture));
}

/** What one reads: the markup without its tags. Where a line may break there is nothing to read. */
function words(html: string): string {
  return html.replaceAll("<wbr/>", "").replace(/<[^>]*>/g, "\n");
}

it("shows everything that came, as it came", () => {
  const text = words(markup(LinkPicture, HOSTILE));
  for (const part of ["9007199254740993123", "iban", "2021-04-14T10:00:00.123456Z", "soon", "Ada Ltd"])
    expect(text).toContain(part);
  expect(text).toContain("link › user › nick");
  expect(text).toContain("10.00");
  expect(text).toContain("1E400");
  expect(text).toContain("red;background:url(//x)");
});

it("tells apart what was not sent, null, empty and of another type", () => {
  const text = words(markup(LinkPicture, HOSTILE)).replace(/\n+/g, "\n");
  expect(text).toMatch(/Email\nnull\n/);
  expect(text).toMatch(/Reference\nempty text\n/);
  expect(text).toMatch(/Updated\nnot sent\n/);
  expect(text).toContain("not text");
  expect(text).toMatch(/Peer\nnull/);
});

it.each([
  ["the picture", LinkPicture],
  ["the picture in short", LinkStrip],
] as const)("%s lets no stranger's text act", (_, Component) => {
  const html = markup(Component, HOSTILE);
  expect(html).not.toMatch(/[\u0000-\u0008\u200b\u202a-\u202e\u2066-\u2069]/);
  expect(html).not.toContain("<img");
  expect(html).not.toMatch(/style="[^"]*(url|red)/);
});
