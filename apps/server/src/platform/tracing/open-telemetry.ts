import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Span as OpenSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Tracing } from '../config.ts';
import { traceWith } from './tracing.ts';
import type { Span, Tracer } from './tracing.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const exportTimeoutMs = 5_000;

/**
 * Tells spans to a collector by OTLP over HTTP, in batches beside the work; one that does not answer costs spans and nothing
 * else. This file is the only one that knows the packages, and is loaded where an endpoint is set. Answers what sends the
 * rest and ends it.
 */
export function startOpenTelemetry({ endpoint, share }: Tracing): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'suanpan' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  });
  const end = traceWith(tracerOf(provider));
  return async () => {
    end();
    await provider.shutdown();
  };
}

function tracerOf(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('suanpan');
  const running = new AsyncLocalStorage<{ readonly span: OpenSpan; hasEnded: boolean }>();
  return {
    begin(name, kind, facts, place): Span | null {
      const store = running.getStore();
      const above = store === undefined || store.hasEnded ? undefined : store.span;
      if (above === undefined && place === 'part') return null;
      const context =
        above === undefined || place === 'whole' ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, above);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...facts } }, context);
      const own = { span, hasEnded: false };
      return {
        within: (work) => running.run(own, work),
        end(more, failure) {
          if (more !== undefined) span.setAttributes({ ...more });
          if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
          own.hasEnded = true;
          span.end();
        },
      };
    },
  };
}
