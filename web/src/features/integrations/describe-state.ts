import type { Target } from '@inlet/contracts/targets';
import { formatWhen } from '#lib/relative-time.ts';

export interface StateWords {
  readonly tone: 'success' | 'neutral' | 'danger';
  readonly label: string;
  /** What the state means and what to do; null if everything works. */
  readonly advice: string | null;
}

export function describeState(target: Target): StateWords {
  const { state, stateReason, stoppedAt, health } = target;
  if (state === 'paused') return { tone: 'neutral', label: 'Paused', advice: `${pauseAdvice(stoppedAt)} ${keepWords}` };
  if (state === 'disabled')
    return { tone: 'danger', label: 'Disabled', advice: disabledAdvice[stateReason ?? 'failing'] };
  if (isStopped(target)) return { tone: 'danger', label: 'Stopped', advice: stoppedAdvice(health.nextAttemptAt) };
  if (health.failingSince === null) {
    return health.lastSuccessAt === null
      ? { tone: 'neutral', label: 'Added', advice: null }
      : { tone: 'success', label: 'Connected', advice: null };
  }
  const since = formatWhen(health.failingSince);
  return { tone: 'danger', label: `Failing since ${since}`, advice: failingAdvice(health.nextAttemptAt) };
}

/** True if a failed delivery blocks the ones after it. */
export function isStopped({ order, state, health }: Target): boolean {
  return state === 'active' && order === 'strict' && (health.failingSince !== null || health.failed > 0);
}

const keepWords = 'Deliveries wait for up to 30 days and are sent when you resume.';

const disabledAdvice: Record<NonNullable<Target['stateReason']>, string> = {
  gone: 'The receiver answered 410 Gone, so Inlet stopped. Check the address in the settings, then resume. Deliveries wait for up to 30 days.',
  failing:
    'No delivery succeeded for three days, so Inlet stopped. Send a test; once it succeeds, resume. Deliveries wait for up to 30 days.',
  plan: 'Your plan had no webhooks when a delivery was due, and what waited was removed. Resume to deliver new events, then replay what is missing.',
};

function pauseAdvice(stoppedAt: string | null): string {
  return stoppedAt === null ? 'Nothing is delivered.' : `Nothing is delivered since ${formatWhen(stoppedAt)}.`;
}

function failingAdvice(nextAttemptAt: string | null): string {
  return `The last deliveries failed. Inlet tries each again for three days${nextWords(nextAttemptAt)}. Look at the log for the reason.`;
}

function stoppedAdvice(nextAttemptAt: string | null): string {
  return `A delivery failed, and the ones after it wait${nextWords(nextAttemptAt)}. Fix the receiver, or skip this delivery.`;
}

function nextWords(nextAttemptAt: string | null): string {
  return nextAttemptAt === null ? '' : `; the next attempt is at ${formatWhen(nextAttemptAt)}`;
}
