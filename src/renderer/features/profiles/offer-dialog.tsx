import { useEffect } from "react";
import type { ProfilesOffer } from "../../../shared/transfer-file.ts";
import { useStore, useStores, useToasts } from "../../core/environment.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { asciiAddress } from "./ascii-address.ts";
import { ModeChip } from "./mode.tsx";
import styles from "./offer-dialog.module.css";
import { profilesStore } from "./profiles-store.ts";

type Readable = Extract<ProfilesOffer, { readonly readable: true }>;

/** An export file was opened: what is in it, and whether to take it. One after the other. */
export function OfferDialog() {
  const stores = useStores();
  const toasts = useToasts();
  const offer = useStore(profilesStore, (state) => state.offers[0] ?? null);

  async function take(text: string) {
    const imported = await stores.get(profilesStore).importText(text);
    const [first] = imported;
    if (first === undefined) return;
    toasts.done(
      imported.length === 1 ? `${first.profile.name} was imported` : `${imported.length} profiles were imported`,
    );
    stores.get(profilesStore).edit(first.profile.id);
  }

  // Here and not where the push arrives: that may be before there is anything on the screen.
  useEffect(() => {
    if (offer === null || offer.readable) return;
    toasts.failed(`Could not open ${offer.file}`, offer.reason);
    stores.get(profilesStore).dropOffer();
  }, [offer, stores, toasts]);

  if (offer === null || !offer.readable) return null;
  const count = offer.profiles.length;
  return (
    <Confirm
      open
      title={count === 1 ? "Import this profile?" : `Import these ${count} profiles?`}
      confirm="Import"
      onClose={() => stores.get(profilesStore).dropOffer()}
      onConfirm={() => void take(offer.text)}
    >
      <p>
        {count === 1 ? "It is" : "They are"} in the file <OpaqueText text={offer.file} limit={80} />. Secrets are never
        in such a file; check each address before you enter one.
      </p>
      <Contents offer={offer} />
    </Confirm>
  );
}

function Contents({ offer }: { readonly offer: Readable }) {
  return (
    <ul className={styles.list} aria-label="Profiles in the file">
      {offer.profiles.map((profile, index) => (
        // The list of one file never changes.
        <li key={index}>
          <span className="flex items-center gap-2 text-plain type-body-strong wrap-anywhere">
            <OpaqueText text={profile.name} limit={60} />
            <ModeChip mode={profile.mode} />
          </span>
          <code className="text-muted type-data wrap-anywhere">
            {profile.baseUrl === "" ? "no address" : <OpaqueText text={asciiAddress(profile.baseUrl)} limit={120} />}
          </code>
          {profile.acts.length === 0 ? null : (
            <ul className="mt-1 pl-4.5 text-secondary wrap-anywhere" aria-label="What it does by itself">
              {profile.acts.map((act) => (
                <OpaqueText key={act} as="li" text={act} limit={300} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
