import type { SpanContext } from '@opentelemetry/api';

/** The header of the W3C by which a trace goes on in another process. */
export const traceparentHeader = 'traceparent';

/** Version, trace, span, flags; a later version may say more behind them. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Reads what a caller says of its trace; undefined where that is nothing, or nonsense. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = typeof text === 'string' ? (pattern.exec(text) ?? []) : [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** Writes a span's place as another process reads it. */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}
