/**
 * Time that is running, for a counter that ticks ten times a second: "0.4 s", "12.3 s", from a minute on
 * "1:05". Rounded down, so that it never shows a time that has not come yet. `milliseconds` from 0.
 */
export function elapsedText(milliseconds: number): string {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  if (tenths < 600) return `${Math.floor(tenths / 10)}.${tenths % 10} s`;
  const seconds = Math.floor(tenths / 10);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
