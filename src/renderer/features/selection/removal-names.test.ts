import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { createFakeBridge } from "../../../../tests/fakes/bridge.ts";
import { EnvironmentContext } from "../../core/environment.ts";
import { createStores } from "../../core/store.ts";
import { createToasts } from "../../core/toasts.ts";
import { Named } from "./removal-names.tsx";

function said(props: Omit<ComponentProps<typeof Named>, "words">): string {
  const [{ bridge }, toasts] = [createFakeBridge(), createToasts()];
  const environment = { bridge, toasts, stores: createStores(bridge, toasts), log: "own" } as const;
  const named = createElement(Named, { ...props, words: ["reference", "references"] });
  const markup = renderToStaticMarkup(createElement(EnvironmentContext, { value: environment }, named));
  return markup.replaceAll(/<[^>]*>/g, "");
}

const TEXTS = [
  { text: "CUS-1", events: 5, ofAll: true },
  { text: "CUS-2", events: 2, ofAll: false },
];

it.each([null, "CUS-1", "ref:=CUS-1"])("says what is counted of each name: more events may have it (%s)", (filter) => {
  expect(said({ texts: TEXTS, filter })).toMatch(
    /CUS-1 \(5 events\), CUS-2 \(2 events\)\. Counted are the events that Linkdesk reads a reference from; others of them may have it in their text\./,
  );
});

it("offers to choose only the events of those who have not all of them", () => {
  const offered = said({ texts: TEXTS, filter: "CUS-1" });
  expect(offered).toContain("Choose only the events of CUS-2");
  expect(offered).not.toContain("Choose only the events of CUS-1");
  expect(offered).toContain("Choose only what names CUS-1 alone");
  const nobody = TEXTS.map((each) => ({ ...each, ofAll: false }));
  expect(said({ texts: nobody, filter: "CUS" })).not.toContain("alone");
});
