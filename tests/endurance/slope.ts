/** The slope of the line that lies closest to values taken at even steps (least squares), per step. */
export function slopePerStep(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  let above = 0;
  let below = 0;
  for (const [step, value] of values.entries()) {
    above += (step - middle) * (value - mean);
    below += (step - middle) ** 2;
  }
  return below === 0 ? 0 : above / below;
}
