/** What the relay counts, as Prometheus reads it (text format 0.0.4). */
export type Metrics = ReturnType<typeof createMetrics>;

const COUNTERS = {
  relay_requests_kept_total: "Requests that are on disk.",
  relay_requests_lost_total: "Requests that could not be kept and were answered 503.",
  relay_requests_refused_total: "Requests to no inbox, or more than one sender or inbox is allowed.",
  relay_connections_refused_total: "Desktops that were not let in.",
  relay_answers_given_total: "Senders that were answered as a member's desktop said.",
  relay_answers_late_total:
    "Senders that were given the inbox's own answer, as the desktop that holds it said nothing in time.",
  relay_webhooks_sent_total: "Webhooks handed to desktops.",
} as const;
type CounterName = keyof typeof COUNTERS;

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly value: () => number;
}

export function createMetrics(gauges: readonly Gauge[]) {
  const counts = new Map<CounterName, number>();
  return {
    count: (name: CounterName): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    text(): string {
      const line = (name: string, help: string, type: string, value: number): string =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;
      return [
        ...Object.entries(COUNTERS).map(([name, help]) =>
          line(name, help, "counter", counts.get(name as CounterName) ?? 0),
        ),
        ...gauges.map(({ name, help, value }) => line(name, help, "gauge", value())),
      ].join("");
    },
  };
}
