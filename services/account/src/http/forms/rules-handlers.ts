import type { rulesRoutes } from '@inlet/contracts/api/rules';
import type { AccountDeps } from '#account-deps.ts';
import { readRules } from '#forms/rules/read-rules.ts';
import { saveRules } from '#forms/rules/save-rules.ts';
import { suggestRules } from '#forms/rules/suggest-rules.ts';
import { tryRules } from '#forms/rules/try-rules.ts';
import type { Handlers } from '#http/handler.ts';

export function rulesHandlers(deps: AccountDeps): Handlers<keyof typeof rulesRoutes> {
  return {
    readRules: ({ form }) => readRules(deps, form.id),
    saveRules: ({ actor, form, body: { version, ...rules } }) => saveRules(deps, actor, form, rules, version),
    suggestRules: ({ form, body }) => suggestRules(deps, form.id, body.html),
    tryRules: ({ form, user, body }) => {
      const takesFiles = form.takesFiles && deps.plans.limitsOf(user.plan).storageBytes > 0;
      return tryRules(deps, { formId: form.id, takesFiles }, body);
    },
  };
}
