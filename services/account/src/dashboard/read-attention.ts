import type { AttentionItem } from '@inlet/contracts/dashboard';
import type { Caller } from '#access/caller.ts';
import { hasRight } from '#access/check-right.ts';
import { formsSeen, type Seat } from '#access/seat.ts';
import { countSpam, findNames } from '#dashboard/dashboard.store.ts';
import { listFailing } from '#deliveries/targets/list-failing.ts';
import { listSilent } from '#forms/alerts/list-silent.ts';
import { listRefusedOrigins } from '#forms/refusals/list-refused-origins.ts';
import type { Resources } from '#resources.ts';

export type AttentionDeps = Pick<Resources, 'database' | 'redis' | 'keys' | 'logger'>;

/** What may need a look in an account, the most urgent first. */
export async function readAttention(deps: AttentionDeps, seat: Seat, caller: Caller): Promise<AttentionItem[]> {
  const userId = seat.user.id;
  const seen = formsSeen(seat.membership);
  const mayManage = hasRight({ caller, membership: seat.membership }, 'integrations:manage');
  const { pool } = deps.database;
  const forms = await findNames(pool, userId, seen);
  const nameOf = new Map(forms.map(({ id, name }) => [id, name]));
  const [failing, refused, silent, spam] = await Promise.all([
    // As on the routes of targets.
    mayManage ? listFailing(deps, userId) : [],
    listRefusedOrigins(deps, forms).catch((err: unknown) => {
      deps.logger.warn({ err }, 'dashboard: refusals cannot be read');
      return [];
    }),
    listSilent(deps, userId),
    countSpam(pool, [...nameOf.keys()]),
  ]);
  // A form that was created or deleted meanwhile is only in one of the lists.
  const named = <Item extends { readonly formId: string }>(items: readonly Item[]) =>
    items.flatMap((item) => {
      const formName = nameOf.get(item.formId);
      return formName === undefined ? [] : [{ ...item, formName }];
    });
  return [
    ...named(failing).map(({ id, name, state, stoppedAt, failingSince, formId, formName, waiting }) => ({
      kind: 'failing-target' as const,
      formId,
      formName,
      targetId: id,
      targetName: name,
      isDisabled: state === 'disabled',
      since: (failingSince ?? stoppedAt)?.toISOString() ?? null,
      waiting,
    })),
    ...named(refused).map((item) => ({ kind: 'refused-origin' as const, ...item })),
    ...named(silent).map(({ since, ...item }) => ({
      kind: 'silent-form' as const,
      ...item,
      since: since.toISOString(),
    })),
    ...named(spam).map((item) => ({ kind: 'spam' as const, ...item })),
  ];
}
