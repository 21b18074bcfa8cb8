import { AsyncLocalStorage } from 'node:async_hooks';
import { type Attributes, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { type SpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { formatTraceparent, traceparentHeader } from '#traceparent.ts';

/** A unit of work in a trace. */
export type Span = import('@opentelemetry/api').Span;

export interface SpanStart {
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** The parent span; the current span by default. */
  readonly parent?: SpanContext | undefined;
  /** Related spans of other traces. */
  readonly links?: readonly SpanContext[];
  readonly attributes?: Attributes;
}

/** Traces the work of a process. A process without tracing has none of this, and no cost. */
export interface Tracing {
  /** Starts a span; the caller ends it. */
  readonly start: (name: string, start?: SpanStart) => Span;
  /** Runs a function with a span as the current one: spans started within it become its children. */
  readonly within: <Args extends unknown[], T>(span: Span, work: (...args: Args) => T, ...args: Args) => T;
  /** Runs work in a new span, which ends with the work and records its failure. */
  readonly trace: <T>(name: string, start: SpanStart, work: (span: Span) => Promise<T>) => Promise<T>;
  /** Marks a span as failed. */
  readonly fail: (span: Span, error: unknown) => void;
  readonly current: () => Span | undefined;
  /** Headers that continue the trace in another process. */
  readonly headers: () => Record<string, string>;
  /** Sends the spans that are not sent yet. */
  readonly close: () => Promise<void>;
}

export interface TracingOptions {
  readonly service: string;
  readonly processor: SpanProcessor;
  /** The share of traces that is kept. It is decided by the trace's id, so every process keeps the same traces. */
  readonly ratio: number;
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Creates a process's tracing; the processor sends its spans. */
export function createTracing({ service, processor, ratio }: TracingOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `inlet-${service}` }),
    // The caller never decides whether a trace is kept: otherwise the public could have every request recorded.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('inlet');
  const spans = new AsyncLocalStorage<Span>();

  function start(name: string, { kind = 'internal', parent, links = [], attributes = {} }: SpanStart = {}): Span {
    const above = parent ?? spans.getStore()?.spanContext();
    const context = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
    const linked = links.map((link) => ({ context: link }));
    return tracer.startSpan(name, { kind: kinds[kind], attributes, links: linked }, context);
  }

  return {
    start,
    within: (span, work, ...args) => spans.run(span, work, ...args),
    trace: async (name, begin, work) => {
      const span = start(name, begin);
      try {
        return await spans.run(span, work, span);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    fail,
    current: () => spans.getStore(),
    headers: () => {
      const span = spans.getStore();
      return span ? { [traceparentHeader]: formatTraceparent(span.spanContext()) } : {};
    },
    close: () => provider.shutdown(),
  };
}

/** Records only the kind of error: its message may be confidential. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  span.setAttribute('error.type', code ?? (error instanceof Error ? error.name : 'unknown'));
}
