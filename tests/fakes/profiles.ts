import type { AnswerScript } from "../../src/shared/answer-script.ts";
import type { Handlers, ProfilesView } from "../../src/shared/contract.ts";
import { NEW_PROFILE, type Profile, type ProfileView, type SecretState } from "../../src/shared/profile.ts";
import { presetSettings, SANDBOX_SIGNATURE } from "../../src/shared/signature-presets.ts";
import type { PushOut } from "./program.ts";
import { FakeRefusal } from "./refusal.ts";

/** One profile of every mode, with secrets in different states. */
const SAMPLES: readonly ProfileView[] = [
  {
    profile: {
      ...NEW_PROFILE,
      id: "sandbox",
      name: "Sandbox",
      mode: "sandbox",
      unitsPerCurrency: 100,
      signature: SANDBOX_SIGNATURE,
    },
    secrets: { authentication: "stored" },
  },
  {
    profile: {
      ...NEW_PROFILE,
      id: "acme-test",
      name: "Acme Payments",
      mode: "test",
      baseUrl: "https://api.peerlink.example",
      unitsPerCurrency: 100,
      extraHeaders: [
        { id: "h1", name: "X-Tenant", value: "acme", secret: false },
        { id: "h2", name: "X-Gateway-Token", value: "", secret: true },
      ],
      signature: presetSettings("stripe", [
        { id: "s1", name: "Present", source: "own" },
        { id: "s2", name: "Before March", source: "own" },
      ]),
      replay: { ...NEW_PROFILE.replay, agreedDestinations: ["hooks.acme.example:8443", "staging.acme.example"] },
    },
    secrets: { authentication: "stored", "header:h2": "unset", "signature:s1": "stored", "signature:s2": "unset" },
  },
  {
    profile: {
      ...NEW_PROFILE,
      id: "acme-live",
      name: "Acme Payments live",
      mode: "live",
      baseUrl: "https://api.peerlink.example",
      authentication: { scheme: "bearer" },
    },
    secrets: { authentication: "session" },
  },
  {
    profile: {
      ...NEW_PROFILE,
      id: "staging",
      name: "Staging behind the proxy",
      baseUrl: "http://10.0.0.12:8080/link/v2",
    },
    secrets: { authentication: "unset" },
  },
];

export interface FakeProfiles {
  readonly handlers: Handlers["profiles"];
  readonly find: (id: string) => Profile;
  readonly selected: () => Profile;
  readonly view: (id: string) => ProfileView;
  readonly keep: (next: ProfileView) => ProfileView;
}

export function createFakeProfiles(
  push: PushOut,
  vault: {
    readonly protected: boolean;
    readonly consent: () => boolean;
    readonly selectedId: string;
    readonly answerScript?: AnswerScript;
  },
): FakeProfiles {
  const { answerScript } = vault;
  const samples =
    answerScript === undefined
      ? SAMPLES
      : SAMPLES.map((each) => ({ ...each, profile: { ...each.profile, answerScript } }));
  let view: ProfilesView = { profiles: samples, selectedId: vault.selectedId };
  const removed = new Map<string, ProfileView>();
  let count = 0;

  function change(next: Partial<ProfilesView>): ProfilesView {
    view = { ...view, ...next };
    push("profiles.changed", view);
    return view;
  }

  function known(id: string): ProfileView {
    const found = view.profiles.find((each) => each.profile.id === id);
    if (found === undefined) throw new FakeRefusal("profile-unknown", "This profile is not there any more.");
    return found;
  }

  function keep(next: ProfileView): ProfileView {
    const there = view.profiles.some((each) => each.profile.id === next.profile.id);
    change({
      profiles: there
        ? view.profiles.map((each) => (each.profile.id === next.profile.id ? next : each))
        : [...view.profiles, next],
    });
    return next;
  }

  function withSecret(id: string, slot: string, state: SecretState): ProfileView {
    const found = known(id);
    return keep({ ...found, secrets: { ...found.secrets, [slot]: state } });
  }

  const newId = () => {
    count += 1;
    return `profile-${count}`;
  };

  const handlers: Handlers["profiles"] = {
    list: () => view,
    select: ({ id }) => change({ selectedId: known(id).profile.id }),
    create: ({ draft }) => keep({ profile: { ...draft, id: newId() }, secrets: {} }),
    update: ({ id, draft }) => keep({ ...known(id), profile: { ...draft, id, readings: known(id).profile.readings } }),
    duplicate({ id }) {
      const { profile, secrets } = known(id);
      return keep({ profile: { ...profile, id: newId(), name: `${profile.name} copy` }, secrets });
    },
    remove({ id }) {
      if (id === "sandbox")
        throw new FakeRefusal(
          "sandbox-profile-stays",
          "The sandbox profile cannot be removed: it is what Linkdesk falls back on.",
        );
      removed.set(id, known(id));
      const profiles = view.profiles.filter((each) => each.profile.id !== id);
      change({ profiles, selectedId: view.selectedId === id ? "sandbox" : view.selectedId });
      return null;
    },
    restore({ id }) {
      const gone = removed.get(id);
      if (gone === undefined) throw new FakeRefusal("profile-unknown", "This profile cannot be brought back.");
      return keep(gone);
    },
    exportText: ({ ids }) => ({
      text: JSON.stringify({ format: "linkdesk-profiles", version: 1, profiles: ids.map((id) => known(id).profile) }),
    }),
    offerText({ file, text }) {
      if (!text.includes("linkdesk-profiles"))
        return { readable: false, file, reason: "This is JSON, but not an export of Linkdesk profiles." };
      const { profiles } = JSON.parse(text) as { profiles: readonly Profile[] };
      const offered = profiles.map(({ name, mode, baseUrl }) => ({ name, mode, baseUrl, acts: [] }));
      return { readable: true, file, text, profiles: offered };
    },
    importText({ text }) {
      if (!text.includes("linkdesk-profiles"))
        throw new FakeRefusal("import-refused", "This is JSON, but not an export of Linkdesk profiles.");
      const { profiles } = JSON.parse(text) as { profiles: readonly Profile[] };
      return { imported: profiles.map((profile) => keep({ profile: { ...profile, id: newId() }, secrets: {} })) };
    },
    setSecret: ({ id, slot }) => withSecret(id, slot, vault.protected || vault.consent() ? "stored" : "session"),
    removeSecret: ({ id, slot }) => withSecret(id, slot, "unset"),
  };

  return {
    handlers,
    find: (id) => known(id).profile,
    selected: () => known(view.selectedId).profile,
    view: known,
    keep,
  };
}
