import type { Logger } from '@inlet/process/logger';

/** Receives every error and logs those that last. */
export type NoteError = (err: Error) => void;

/** A one-second outage causes a dozen errors, and the connection already logs it. */
const lastsMs = 5_000;
/** Errors further apart than this are unrelated. */
const gapMs = 10_000;
const againMs = 60_000;

interface Spell {
  startMs: number;
  latestMs: number;
  loggedMs: number;
  count: number;
}

/**
 * Logs an error, by its message, once it has recurred for five seconds, and then once a minute with its count. Until
 * then it is logged at debug.
 */
export function logLastingErrors(logger: Logger, message: string, now = () => performance.now()): NoteError {
  const spells = new Map<string, Spell>();
  return (err) => {
    const nowMs = now();
    for (const [text, { latestMs }] of spells) if (nowMs - latestMs > gapMs) spells.delete(text);
    const spell = spells.get(err.message) ?? { startMs: nowMs, latestMs: nowMs, loggedMs: -againMs, count: 0 };
    spells.set(err.message, spell);
    spell.latestMs = nowMs;
    spell.count += 1;
    if (nowMs - spell.startMs < lastsMs || nowMs - spell.loggedMs < againMs) return logger.debug({ err }, message);
    spell.loggedMs = nowMs;
    logger.error({ err, count: spell.count, seconds: Math.round((nowMs - spell.startMs) / 1_000) }, message);
  };
}
