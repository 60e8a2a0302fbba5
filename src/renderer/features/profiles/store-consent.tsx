import { useStores } from "../../core/environment.ts";
import { preferencesStore } from "../../core/preferences.ts";
import { Confirm } from "../../ui/dialog.tsx";

/** Asks before secrets are written where nothing protects them. */
export function StoreConsent({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const stores = useStores();
  return (
    <Confirm
      open={open}
      title="Store secrets without protection?"
      confirm="Store them"
      danger
      onCancel={onClose}
      onConfirm={() => {
        stores.get(preferencesStore).change({ storeSecretsUnprotected: true });
        onClose();
      }}
    >
      <p>
        No keychain protects them here. Whoever can read this user’s files, or a copy of them, can read the secrets of
        all profiles too.
      </p>
      <p>Without your consent they are kept in memory until Linkdesk ends. You can take it back under Preferences.</p>
    </Confirm>
  );
}
