import type { conditionRoutes } from '@inlet/contracts/api/conditions';
import type { AccountDeps } from '#account-deps.ts';
import { tryConditions } from '#forms/conditions/try-conditions.ts';
import type { Handlers } from '#http/handler.ts';

export function conditionHandlers(deps: AccountDeps): Handlers<keyof typeof conditionRoutes> {
  return { tryConditions: ({ form, body }) => tryConditions(deps, form.id, body.when) };
}
