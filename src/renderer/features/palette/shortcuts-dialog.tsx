import { commandsStore } from "../../core/commands.ts";
import { useStore } from "../../core/environment.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { commandGroups } from "./palette-groups.ts";

/** Every key there is, from the same registry that makes them work. */
export function ShortcutsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const commands = useStore(commandsStore, (state) => state.commands);
  const groups = commandGroups(commands.filter((command) => command.keys !== undefined));
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="large" reading>
      <div className="columns-[3_240px] gap-x-8">
        {groups.map((group) => (
          <section key={group.label} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-muted type-small-strong">{group.label}</h3>
            <dl>
              {group.items.map((command) => (
                <div key={command.id} className="flex items-center justify-between gap-3 min-h-7 py-1">
                  <dt>{command.title}</dt>
                  <dd className="flex gap-2">
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
