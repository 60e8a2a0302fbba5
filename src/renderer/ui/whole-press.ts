const PRESSED = "button, a[href], [role='button'], [role='switch'], [role='checkbox'], [role='radio']";
/** A pointer that goes further than this between down and up is led away on purpose. */
const STEADY_PX = 4;

/**
 * Leaves a press with the button that it began on. A field that is left by it may say something then, and push the
 * button away before it is let go: the press would fall on nothing. Of a finger the browser does so by itself.
 */
export function keepPressWhole(): void {
  let held: { readonly button: Element; readonly x: number; readonly y: number } | null = null;
  const listen = (type: "pointerdown" | "pointermove", take: (event: PointerEvent) => void) =>
    document.addEventListener(type, take, true);
  listen("pointerdown", ({ target, pointerId, button: key, clientX: x, clientY: y }) => {
    held = null;
    const button = target instanceof Element && key === 0 ? target.closest(PRESSED) : null;
    if (button === null) return;
    button.setPointerCapture(pointerId);
    held = { button, x, y };
  });
  listen("pointermove", ({ pointerId, clientX, clientY }) => {
    if (held === null || Math.hypot(clientX - held.x, clientY - held.y) <= STEADY_PX) return;
    if (held.button.hasPointerCapture(pointerId)) held.button.releasePointerCapture(pointerId);
    held = null;
  });
}
