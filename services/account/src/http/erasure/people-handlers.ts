import type { erasureRoutes } from '@inlet/contracts/api/erasures';
import { receiptKeys } from '@inlet/erasure/receipts';
import type { AccountDeps } from '#account-deps.ts';
import { listErasures, readErasure, requestErasure } from '#erasure/erasures.ts';
import { createPersonSearch } from '#erasure/find-person.ts';
import { type Handlers, JsonText } from '#http/handler.ts';
import { signalOfLeaving } from '#http/signal-of-leaving.ts';

export function peopleHandlers(deps: AccountDeps): Handlers<keyof typeof erasureRoutes> {
  const findPerson = createPersonSearch(deps);
  return {
    findPerson: async ({ user, membership, query, response }) =>
      new JsonText(await findPerson({ user, membership }, query.email, signalOfLeaving(response))),
    erasePerson: async ({ actor, body }) => ({ id: await requestErasure(deps, actor, body.email) }),
    listErasures: ({ user }) => listErasures(deps, user.id),
    readErasureKey: () => ({ keys: receiptKeys(deps.config.ENCRYPTION_KEYS) }),
    readErasure: ({ erasure }) => readErasure(deps, erasure),
  };
}
