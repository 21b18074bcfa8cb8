import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { createTracing, type Tracing } from '#tracing.ts';

export interface OpenTracingOptions {
  readonly service: string;
  /** The address where a collector accepts traces over HTTP. */
  readonly endpoint: string;
  readonly ratio: number;
}

/** Spans wait this long to be sent in a batch. */
const sendAfterMs = 1_000;
/** The number of waiting spans; further ones are dropped, so that an unavailable collector costs at most 20 MB. */
const spansKept = 8_192;
/** An unavailable collector must not delay the exit of a process. */
const exportTimeoutMs = 5_000;

/** Traces of a process, sent to a collector. */
export function openTracing({ service, endpoint, ratio }: OpenTracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs });
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: sendAfterMs,
    maxQueueSize: spansKept,
    exportTimeoutMillis: exportTimeoutMs,
  });
  return createTracing({ service, processor, ratio });
}
