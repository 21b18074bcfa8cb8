import { compileOriginRule, normaliseOrigin } from '@inlet/contracts/origins';
import { countRefused, readRefusals } from '@inlet/redis/refusals';
import type { Resources } from '#resources.ts';

interface WithOrigins {
  readonly id: string;
  readonly isActive: boolean;
  readonly allowedOrigins: readonly string[];
}

export interface RefusedOrigin {
  readonly formId: string;
  readonly origin: string;
  /** The number among the latest refusals that Redis keeps. */
  readonly count: number;
}

const reason = 'origin_not_allowed';
/** Forms whose refusals are read, and origins listed for each: an attacker may make up any number of them. */
const formsMax = 5;
const originsMax = 2;

/** Websites that forms refused in the last seven days and that their owners could allow, the most frequent first. */
export async function listRefusedOrigins(
  { redis, keys }: Pick<Resources, 'redis' | 'keys'>,
  forms: readonly WithOrigins[],
): Promise<RefusedOrigin[]> {
  const closed = forms.filter(({ isActive, allowedOrigins }) => isActive && allowedOrigins.length > 0);
  const counts = await countRefused(redis, keys, closed.map(idOf), reason);
  const countOf = (form: WithOrigins) => counts.get(form.id) ?? 0;
  const refusing = closed.filter((form) => countOf(form) > 0).toSorted((a, b) => countOf(b) - countOf(a));
  const found = await Promise.all(refusing.slice(0, formsMax).map((form) => originsOf(redis, keys, form)));
  return found.flat().toSorted((a, b) => b.count - a.count);
}

const idOf = ({ id }: WithOrigins) => id;

async function originsOf(
  redis: Resources['redis'],
  keys: Resources['keys'],
  { id: formId, allowedOrigins }: WithOrigins,
): Promise<RefusedOrigin[]> {
  const { latest } = await readRefusals(redis, keys, formId);
  const isAllowed = compileOriginRule(allowedOrigins);
  const refused = latest.flatMap(({ reason: why, origin }) => (why === reason && origin !== null ? [origin] : []));
  return [...Map.groupBy(refused, (origin) => origin)]
    .map(([origin, all]) => ({ formId, origin, count: all.length }))
    .filter(({ origin }) => !isAllowed(origin) && normaliseOrigin(origin) !== null)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, originsMax);
}
