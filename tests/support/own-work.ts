const TEXT = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ id: `a${at}`, n: at, s: "some text" })));

function threadMilliseconds(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * What a piece of work costs this thread, in CPU time, as a multiple of reading and writing 0.8 MB of JSON here and now:
 * machines differ by a factor of five, and one that is busy is slower at both.
 */
export function timesOwnWork(run: () => void): number {
  const own = () => threadMilliseconds(() => JSON.stringify(JSON.parse(TEXT)));
  const before = [own(), own(), own()];
  const cost = threadMilliseconds(run);
  const [, , , middle = 1] = [...before, own(), own(), own()].sort((a, b) => a - b);
  return cost / middle;
}
