const PRESSED = "button, a[href], [role='button'], [role='switch'], [role='checkbox'], [role='radio']";
/** A pointer that moves further than this before it is released was led away from the button on purpose. */
const STEADY_PX = 4;

/**
 * Makes a press count for the button that it began on. When it takes the focus from a field, that field may show an
 * error, which moves the button away before the pointer is released, and there would be no click. For a finger the
 * browser does so by itself.
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
