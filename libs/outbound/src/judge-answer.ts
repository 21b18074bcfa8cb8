import type { Preset } from '@inlet/contracts/presets/preset';
import type { Answered } from '#exchange.ts';
import { readRetryAfter } from '#retry-schedule.ts';

export interface Verdict {
  /** `gone` means that the receiver wants no further deliveries. */
  readonly state: 'succeeded' | 'failed' | 'gone';
  /** The time that the receiver asks to wait. */
  readonly retryAfterMs?: number;
}

type JudgedAnswer = Pick<Answered, 'status' | 'headers' | 'body'>;

/** Judges a response by the rules of its service. */
export function judgeAnswer(preset: Preset, answer: JudgedAnswer, now = Date.now()): Verdict {
  if (isSuccess(preset.success ?? {}, answer)) return { state: 'succeeded' };
  if (answer.status === 410) return { state: 'gone' };
  const retryAfterMs = retryAfterOf(preset.retryAfter ?? {}, answer, now);
  return { state: 'failed', ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

function isSuccess(rule: NonNullable<Preset['success']>, { status, headers, body }: JudgedAnswer): boolean {
  if (rule.redirectTo) return status === 302 && hostOf(headers.location) === rule.redirectTo;
  if (status < 200 || status > 299) return false;
  if (rule.isOk) return read(body, ['ok']) === true;
  return rule.without === undefined || !body.includes(rule.without);
}

function hostOf(location = ''): string | undefined {
  return URL.canParse(location) ? new URL(location).hostname : undefined;
}

function retryAfterOf(
  { path, seconds }: NonNullable<Preset['retryAfter']>,
  { status, headers, body }: JudgedAnswer,
  now: number,
): number | undefined {
  const asked = path && read(body, path);
  if (typeof asked === 'number' && asked >= 0) return Math.ceil(asked * 1_000);
  return readRetryAfter(headers.retryAfter, now) ?? (status === 429 && seconds ? seconds * 1_000 : undefined);
}

/** The value at this path of a JSON body; undefined for any other body. */
function read(body: string, path: readonly string[]): unknown {
  try {
    return path.reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], JSON.parse(body));
  } catch {
    return undefined;
  }
}
