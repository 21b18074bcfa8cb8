import type { Tracing } from '@inlet/observe/tracing';
import { type DestinationStream, type LoggerOptions, pino, stdSerializers, stdTimeFunctions } from 'pino';

export type Logger = import('pino').Logger;

/** Logs JSON lines: a constant message with data, never text of a visitor or an owner. */
export function createLogger(
  {
    service,
    level,
    tracing,
  }: { readonly service: string; readonly level: string; readonly tracing?: Tracing | undefined },
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  if (tracing) options.mixin = () => traceOf(tracing);
  return destination ? pino(options, destination) : pino(options);
}

/** Properties of an error that are logged besides its message. */
const told = new Set([
  ...['type', 'message', 'stack', 'code', 'errno', 'syscall', 'address', 'port', 'path', 'status', 'statusCode'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine', 'requestId'],
]);

/**
 * Errors also contain their input: Redis errors the whole command with its batch, PostgreSQL errors the refused row.
 */
function describeError(err: unknown): unknown {
  if (!(err instanceof Error)) return err;
  const described = Object.entries(stdSerializers.err(err)).filter(([key]) => told.has(key));
  const command: unknown = 'command' in err ? err.command : undefined;
  return {
    ...Object.fromEntries(described),
    ...(isNamed(command) && { command: command.name }),
    ...(err instanceof AggregateError && { aggregateErrors: err.errors.map(describeError) }),
  };
}

function isNamed(value: unknown): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

/** Links a log line and its trace. */
function traceOf(tracing: Tracing): object {
  const span = tracing.current()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
