import type { checkRoutes } from '@inlet/contracts/api/checks';
import { hasRight, type RightHolder } from '#access/check-right.ts';
import type { AccountDeps } from '#account-deps.ts';
import { readCheckSettings, updateCheckSettings } from '#forms/checks/check-settings.ts';
import { readCheck } from '#forms/checks/read-check.ts';
import { startCheck } from '#forms/checks/start-check.ts';
import type { Handlers } from '#http/handler.ts';

export function checkHandlers(deps: AccountDeps): Handlers<keyof typeof checkRoutes> {
  return {
    startCheck: ({ actor, form, body }) => startCheck(deps, actor, form, body),
    readCheck: ({ form, path, ...holder }) => readCheck(deps, form.id, path.checkId, seesIntegrations(holder)),
    readCheckSettings: ({ form, ...holder }) => readCheckSettings(deps, form.id, seesIntegrations(holder)),
    updateCheckSettings: async ({ actor, form, body, ...holder }) => {
      await updateCheckSettings(deps, actor, form, body);
      return readCheckSettings(deps, form.id, seesIntegrations(holder));
    },
  };
}

/** As on the routes of targets. */
function seesIntegrations(holder: RightHolder): boolean {
  return hasRight(holder, 'integrations:manage');
}
