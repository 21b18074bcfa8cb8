import { type DestinationStream, pino, stdTimeFunctions } from 'pino';

export type Logger = import('pino').Logger;

/** JSON lines: a constant message with data beside it, never what a visitor or an owner wrote. */
export function createLogger(
  { service, level }: { readonly service: string; readonly level: string },
  destination?: DestinationStream,
): Logger {
  const options = { level, base: { service }, timestamp: stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}
