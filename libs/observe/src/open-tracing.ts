import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { createTracing, type Tracing } from '#tracing.ts';

export interface OpenTracingOptions {
  readonly service: string;
  /** Where a collector takes traces over HTTP. */
  readonly endpoint: string;
  readonly ratio: number;
}

/** Spans wait this long for others, and are sent together. */
const sendAfterMs = 1_000;
/** Spans that wait; what comes beyond is dropped, so that a collector that is away costs no more than 20 MB. */
const spansKept = 8_192;
/** A collector that is away must not hold up the end of a process. */
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
