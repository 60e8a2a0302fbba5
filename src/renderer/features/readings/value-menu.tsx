import { VALUE_ROLES, type ValueRole } from "../../../shared/correct-reading.ts";
import type { EventId } from "../../../shared/primitives.ts";
import type { PayloadValue } from "../../../shared/reading.ts";
import { useStores } from "../../core/environment.ts";
import { pointingText, roleName } from "../../text/explain-reading.ts";
import { MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { readingsStore } from "./readings-store.ts";

interface ValueMenuProps {
  readonly deliveryId: EventId;
  readonly value: PayloadValue;
  /** What it is read as now. */
  readonly roles: readonly ValueRole[];
}

/** What a value can be said to be. */
export function ValueMenu({ deliveryId, value, roles }: ValueMenuProps) {
  const stores = useStores();
  return (
    <>
      {VALUE_ROLES.map((role) => (
        <MenuItem
          key={role}
          chosen={roles.includes(role)}
          onSelect={() => void stores.get(readingsStore).point(deliveryId, value, role)}
        >
          {pointingText(role)}
        </MenuItem>
      ))}
      {roles.length === 0 ? null : (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => stores.get(readingsStore).pointAway(deliveryId, value)}>
            It is not the {roles.map((role) => roleName(role).toLowerCase()).join(" or the ")}
          </MenuItem>
        </>
      )}
    </>
  );
}
