/**
 * Keeps the focus in the dialog that is open. A button that goes with its own press, or with the answer to a question
 * that it asked, leaves the focus to nobody, or to what the dialog covers: keys would then act on what cannot be used.
 *
 * @param behind what dialogs cover: they are drawn outside it
 */
export function keepFocusInDialogs(behind: HTMLElement): void {
  function check(): void {
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body && !behind.contains(activeElement)) return;
    const open = [...document.querySelectorAll<HTMLElement>("[data-modal]:not([data-closed])")];
    open.at(-1)?.focus();
  }
  // Whatever opens or closes gives the focus on within a frame by itself.
  const checkLater = () => requestAnimationFrame(() => requestAnimationFrame(check));
  behind.addEventListener("focusin", checkLater);
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget === null) checkLater();
  });
}
