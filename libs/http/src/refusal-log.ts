import type { Logger } from '@inlet/process/logger';
import type { HttpError } from '#errors.ts';

/** A refused request, as far as the log may describe it: without the address and the caller's input. */
export interface RefusedRequest {
  readonly requestId: string;
  readonly method: string;
  /** The template of the request's address. */
  readonly route: string;
  /** The caller's network, from `networkPrefix`. */
  readonly network: string;
  readonly formId?: string | undefined;
  readonly endpointId?: string | undefined;
  readonly userId?: string | undefined;
}

export interface RefusalLog {
  readonly note: (request: RefusedRequest, refusal: HttpError, cause: unknown) => void;
  /** Logs the counts. */
  readonly flush: () => void;
}

type RefusalLogger = Pick<Logger, 'info' | 'warn' | 'error'>;

export interface RefusalLimits {
  /** Lines for each kind of refusal from one network. */
  readonly linesPerKind: number;
  /** Lines of all kinds together. */
  readonly lines: number;
  /** Kinds that are counted separately, and kinds that get a line with their count. */
  readonly kinds: number;
  readonly counts: number;
}

/** The length of a window. */
const windowMs = 60_000;
/** A minute of the worst flood has 201 lines of some 250 bytes: 50 kB, and 72 MB a day. */
const defaultLimits: RefusalLimits = { linesPerKind: 5, lines: 100, kinds: 1_000, counts: 100 };

interface Kind {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, string | number>>;
  lines: number;
  leftOut: number;
}

/**
 * Logs refusals at their level: info for mistakes of the caller, error with the cause for our own failures. The first
 * of a minute get a line each; the others are counted by route, code and network, so that a flood cannot push other
 * lines out of the log.
 */
export function createRefusalLog(logger: RefusalLogger, limits: RefusalLimits = defaultLimits): RefusalLog {
  // A flood of bad requests must not hide our own failures.
  const ofCallers = createWindow(logger, limits);
  const ours = createWindow(logger, limits);
  return {
    note: (request, refusal, cause) => (refusal.status >= 500 ? ours : ofCallers).note(request, refusal, cause),
    flush: () => {
      ofCallers.flush();
      ours.flush();
    },
  };
}

function createWindow(logger: RefusalLogger, limits: RefusalLimits): RefusalLog {
  let kinds = new Map<string, Kind>();
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;

  function kindOf({ method, route, network }: RefusedRequest, { status, code }: HttpError, level: Kind['level']): Kind {
    const where = kinds.size < limits.kinds ? network : 'others';
    const name = `${method} ${route} ${code} ${network}`;
    const known = kinds.get(name) ?? kinds.get(`${method} ${route} ${code} ${where}`);
    if (known) return known;
    const kind = { level, fields: { method, route, network: where, status, code }, lines: 0, leftOut: 0 };
    kinds.set(`${method} ${route} ${code} ${where}`, kind);
    return kind;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const counted = [...kinds.values()].filter(({ leftOut }) => leftOut > 0).sort((a, b) => b.leftOut - a.leftOut);
    kinds = new Map();
    lines = 0;
    for (const { level, fields, leftOut } of counted.slice(0, limits.counts)) {
      logger[level]({ ...fields, count: leftOut }, 'http: more requests refused');
    }
    const rest = counted.slice(limits.counts);
    const count = rest.reduce((sum, { leftOut }) => sum + leftOut, 0);
    if (count > 0) logger.info({ kinds: rest.length, count }, 'http: more requests refused');
  }

  return {
    flush,
    note: (request, refusal, cause) => {
      const { status, code } = refusal;
      const isFailure = status >= 500 && cause !== refusal;
      const level = isFailure ? 'error' : status >= 500 ? 'warn' : 'info';
      timer ??= setTimeout(flush, windowMs).unref();
      const kind = kindOf(request, refusal, level);
      if (kind.lines >= limits.linesPerKind || lines >= limits.lines) {
        kind.leftOut += 1;
        return;
      }
      kind.lines += 1;
      lines += 1;
      const fields = { ...request, status, code };
      if (isFailure) logger.error({ ...fields, err: cause }, 'http: request failed');
      else logger[level](fields, 'http: request refused');
    },
  };
}
