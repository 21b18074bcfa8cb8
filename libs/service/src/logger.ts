import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import type { Tracing } from '#tracing.ts';

export type Logger = import('pino').Logger;

/** JSON lines: a constant message with data beside it, never what a visitor or an owner wrote. */
export function createLogger(
  {
    service,
    level,
    tracing,
  }: { readonly service: string; readonly level: string; readonly tracing?: Tracing | undefined },
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = { level, base: { service }, timestamp: stdTimeFunctions.isoTime };
  if (tracing) options.mixin = () => traceOf(tracing);
  return destination ? pino(options, destination) : pino(options);
}

/** By these a line is found from its trace, and a trace from its line. */
function traceOf(tracing: Tracing): object {
  const place = tracing.current()?.spanContext();
  return place ? { trace_id: place.traceId, span_id: place.spanId } : {};
}
