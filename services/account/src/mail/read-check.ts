import { keptCheckSchema, type MailCheck, type SenderCheck } from '@inlet/contracts/mail-check';
import type { Person } from '@inlet/db/client';
import { unavailable } from '@inlet/http/errors';
import type { Resources } from '#resources.ts';

type CheckDeps = Pick<Resources, 'redis' | 'keys' | 'producer' | 'config' | 'plans'>;

const nothing = { level: null, checkedAt: null, sender: null, checks: null } as const;

/** What the worker found, which alone has the settings of mails. Without a result it is asked for one. */
export async function readCheck(
  deps: CheckDeps,
  person: Pick<Person, 'email' | 'emailVerifiedAt'>,
): Promise<MailCheck> {
  const kept = await findCheck(deps).catch(() => {
    throw unavailable();
  });
  if (kept === null) return { state: 'waiting', ...nothing };
  const { checkedAt, sender, checks } = keptCheckSchema.parse(JSON.parse(kept));
  if (checks === null) return { ...nothing, state: 'local', checkedAt };
  return { state: 'done', checkedAt, sender, level: worstOf(checks), checks: isOperator(deps, person) ? checks : null };
}

/** The result that is kept. Where there is none, the worker is asked; it is asked once, however many ask here. */
async function findCheck({ redis, keys, producer }: CheckDeps): Promise<string | null> {
  const kept = await redis.get(keys.senderCheck);
  if (kept === null) await producer.add('check-sender', 'check-sender', {});
  return kept;
}

function worstOf(checks: readonly SenderCheck[]): MailCheck['level'] {
  const levels = ['fault', 'warning'] as const;
  return levels.find((level) => checks.some((each) => each.level === level)) ?? 'ok';
}

/**
 * Customers can add no record to the operator's domain. On an installation without customers, the owners and admins of a
 * workspace are its operators, or sit beside them.
 */
function isOperator({ config, plans }: CheckDeps, person: Pick<Person, 'email' | 'emailVerifiedAt'>): boolean {
  if (config.SIGN_UP === 'invite' && !plans.areSold) return true;
  return person.emailVerifiedAt !== null && person.email === config.OPERATOR_EMAIL?.toLowerCase();
}
