import type { checkRoutes } from '@inlet/contracts/api/checks';
import type { AccountDeps } from '#account-deps.ts';
import { readCheckSettings, updateCheckSettings } from '#forms/checks/check-settings.ts';
import { readCheck } from '#forms/checks/read-check.ts';
import { startCheck } from '#forms/checks/start-check.ts';
import type { Handlers } from '#http/handler.ts';

export function checkHandlers(deps: AccountDeps): Handlers<keyof typeof checkRoutes> {
  return {
    startCheck: ({ actor, form, body }) => startCheck(deps, actor, form, body),
    readCheck: ({ form, path }) => readCheck(deps, form.id, path.checkId),
    readCheckSettings: ({ form }) => readCheckSettings(deps, form.id),
    updateCheckSettings: ({ actor, form, body }) => updateCheckSettings(deps, actor, form, body),
  };
}
