/**
 * The event log gathers changes by frame, and Node draws none: a frame is a turn of its loop here. Set for good and not
 * stubbed by each test: a store's last frame may be asked for after its test has ended.
 */
Object.assign(globalThis, {
  requestAnimationFrame: (paint: () => void) => setTimeout(paint, 0),
  cancelAnimationFrame: clearTimeout,
});
