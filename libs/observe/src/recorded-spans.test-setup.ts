import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { createTracing, type Tracing } from '#tracing.ts';

export interface RecordedSpans {
  readonly tracing: Tracing;
  /** The spans that have ended so far. */
  readonly ended: () => readonly ReadableSpan[];
}

/** A tracing that keeps its spans for a test to inspect. */
export function recordSpans(ratio = 1): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const processor = new SimpleSpanProcessor({ exporter });
  const tracing = createTracing({ service: 'test', processor, ratio });
  return { tracing, ended: () => exporter.getFinishedSpans() };
}
