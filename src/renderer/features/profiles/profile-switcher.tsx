import { ChevronsUpDown, Pencil, Plus, SlidersHorizontal } from "lucide-react";
import { useStore, useStores } from "../../core/environment.ts";
import { Hidden } from "../../ui/layout.tsx";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { ModeChip } from "./mode.tsx";
import styles from "./profile-switcher.module.css";
import { NEW, profilesStore, selectedProfile } from "./profiles-store.ts";

/** The profile in use, with its mode, and the way to the others. */
export function ProfileSwitcher() {
  const stores = useStores();
  const profiles = useStore(profilesStore, (state) => state.profiles);
  const current = useStore(profilesStore, selectedProfile);
  if (current === null) return null;
  const { id, name, mode } = current.profile;

  return (
    <Menu
      className="w-80"
      trigger={
        <button type="button" className={styles.trigger}>
          <span className="min-w-0 type-body-strong truncate">
            <Hidden>Profile </Hidden>
            <OpaqueText text={name} breaks={false} />
          </span>
          <ModeChip mode={mode} />
          <ChevronsUpDown size={14} className="text-muted" />
        </button>
      }
    >
      <MenuGroup label="Profiles">
        {profiles.map(({ profile }) => (
          <MenuItem
            key={profile.id}
            chosen={profile.id === id}
            note={<ModeChip mode={profile.mode} />}
            onSelect={() => void stores.get(profilesStore).select(profile.id)}
          >
            <OpaqueText text={profile.name} />
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Pencil />} onSelect={() => stores.get(profilesStore).edit(id)}>
        Edit <OpaqueText text={name} />
      </MenuItem>
      <MenuItem icon={<Plus />} onSelect={() => stores.get(profilesStore).edit(NEW)}>
        New profile
      </MenuItem>
      <MenuItem icon={<SlidersHorizontal />} keys="mod+shift+m" onSelect={() => stores.get(profilesStore).edit(id)}>
        All profiles
      </MenuItem>
    </Menu>
  );
}
