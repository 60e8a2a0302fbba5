/**
 * Keeps the focus where it was used. A button that goes with its own press, or with the answer to a question that it asked,
 * leaves the focus to nobody, so that Tab begins at the top of the window again; in a dialog also to what that covers, so
 * that keys act on what cannot be used.
 *
 * @param behind the window without its dialogs, which are drawn outside it
 */
export function keepFocus(behind: HTMLElement): void {
  /** What had the focus last, with all that it stood in, the innermost first. */
  let last: readonly HTMLElement[] = [];
  /** Dialogs that have had the focus: one that opens gives it to its first field by itself, however long that takes. */
  const entered = new WeakSet<Element>();

  function check(): void {
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    if (!isLost && !behind.contains(activeElement)) return;
    const open = [...document.querySelectorAll<HTMLElement>("[data-modal]:not([data-closed])")].at(-1);
    if (open !== undefined) return entered.has(open) ? open.focus() : undefined;
    // What is still there was left on purpose, by a press beside it.
    if (!isLost || last[0]?.isConnected !== false) return;
    // Where nothing is left in it, nothing of it is seen.
    const left = last.find((each) => each.offsetHeight > 0 && behind !== each && behind.contains(each));
    if (left === undefined) return;
    if (!left.hasAttribute("tabindex") && left.tabIndex < 0) left.tabIndex = -1;
    left.focus({ preventScroll: true });
  }
  // Whatever opens or closes gives the focus on within a frame by itself.
  const checkLater = () => requestAnimationFrame(() => requestAnimationFrame(check));
  document.addEventListener("focusin", ({ target }) => {
    last = parentsOf(target);
    for (const each of last) if (each.dataset["modal"] !== undefined) entered.add(each);
    if (target instanceof Node && behind.contains(target)) checkLater();
  });
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget === null) checkLater();
  });
}

function parentsOf(target: EventTarget | null): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let each = target; each instanceof HTMLElement; each = each.parentElement) found.push(each);
  return found;
}
