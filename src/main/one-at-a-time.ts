/**
 * Does what is asked for one after the other, each when the one before has ended, however that ended.
 *
 * @param first what has to have ended before the first one
 */
export function oneAtATime(first: Promise<unknown> = Promise.resolve()) {
  let last: Promise<unknown> = first;
  return <Value>(task: () => Promise<Value>): Promise<Value> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
