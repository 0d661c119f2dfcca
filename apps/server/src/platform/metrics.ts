import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface ObservedRequest {
  /** The route's pattern, never the path: paths hold ids and would make a series each. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly code: number | undefined;
  readonly durationMs: number;
}

export interface Metrics {
  readonly registry: Registry;
  readonly contentType: string;
  text(): Promise<string>;
  observeRequest(request: ObservedRequest): void;
  countPolicyReport(): void;
  /** What nobody caught, by its kind (`platform/last-resort`). */
  countFault(kind: string): void;
  /** Values read whenever the metrics are collected, one for each name; where they cannot be read, none is told. */
  gauges(
    gauge: { readonly name: string; readonly help: string; readonly label: string },
    read: () => Promise<readonly (readonly [name: string, value: number])[]>,
  ): void;
}

/** A registry of its own, so that several servers in one test process do not meet. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'suanpan_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const codes = new Counter({
    name: 'suanpan_answer_code_total',
    help: 'Answers by the code inside the envelope',
    labelNames: ['code'],
    registers: [registry],
  });
  const reports = new Counter({
    name: 'suanpan_policy_reports_total',
    help: 'Content policy reports of browsers',
    registers: [registry],
  });
  const faults = new Counter({
    name: 'suanpan_uncaught_errors_total',
    help: 'Errors that nobody caught',
    labelNames: ['kind'],
    registers: [registry],
  });
  return {
    registry,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observeRequest({ route, method, status, code, durationMs }) {
      requests.observe({ route, method, status: String(status) }, durationMs / 1000);
      if (code !== undefined) codes.inc({ code: String(code) });
    },
    countPolicyReport: () => reports.inc(),
    countFault: (kind) => faults.inc({ kind }),
    gauges({ help, label, name }, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          // What was true before says nothing of now.
          this.reset();
          for (const [each, value] of await read().catch(() => [])) this.set({ [label]: each }, value);
        },
      });
    },
  };
}
