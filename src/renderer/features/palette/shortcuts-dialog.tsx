import { commandsStore } from "../../core/commands.ts";
import { useStore } from "../../core/environment.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { commandGroups } from "./palette-groups.ts";
import styles from "./shortcuts-dialog.module.css";

/** Every key there is, from the same registry that makes them work. */
export function ShortcutsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const commands = useStore(commandsStore, (state) => state.commands);
  const groups = commandGroups(commands.filter((command) => command.keys !== undefined));
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="medium" reading>
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group.label} className={styles.group}>
            <h3 className={styles.title}>{group.label}</h3>
            <dl>
              {group.items.map((command) => (
                <div key={command.id} className={styles.line}>
                  <dt>{command.title}</dt>
                  <dd className={styles.keys}>
                    {command.allKeys.map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
