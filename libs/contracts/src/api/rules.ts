import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import { rulesFaults, rulesSchema } from '#rules/rules.ts';
import {
  rulesTriedMax,
  savedRulesSchema,
  saveRulesSchema,
  suggestRulesSchema,
  triedRulesSchema,
  tryRulesSchema,
} from '#rules/saved-rules.ts';

const rules = { description: 'The rules', schema: savedRulesSchema };
/** Each reads the newest submissions of a form. */
const limit = { name: 'rules:account', per: 'account', max: 60, windowSeconds: 60 } as const;

export const rulesRoutes = {
  readRules: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'Read the rules of a form',
    access: 'form',
    success: { status: 200, ...rules },
  },
  saveRules: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Save the rules of a form',
    description:
      'Replaces all rules. The next submission is judged by them; stored submissions stay as they are. With the `version` that was read, rules that somebody has changed since are not overwritten. A fault names its place, such as `fields[3].pattern`.',
    access: 'form',
    body: saveRulesSchema,
    faults: rulesFaults,
    refusals: ['rulesChanged'],
    success: { status: 200, ...rules },
  },
  suggestRules: {
    action: 'submissions:read',
    changesNothing: true,
    group: 'Forms',
    summary: 'Suggest rules for a form',
    description: `Makes rules from pasted HTML, or from the newest ${rulesTriedMax} submissions in the inbox. Nothing is saved.`,
    access: 'form',
    limit,
    body: suggestRulesSchema,
    success: { status: 200, description: 'Rules that can be saved', schema: rulesSchema },
  },
  tryRules: {
    action: 'submissions:read',
    changesNothing: true,
    group: 'Forms',
    summary: 'Try rules before they are saved',
    description: `Says what the given fields break, and how many of the newest ${rulesTriedMax} submissions in the inbox the rules would refuse.`,
    access: 'form',
    limit,
    body: tryRulesSchema,
    faults: rulesFaults,
    success: { status: 200, description: 'What the rules say', schema: triedRulesSchema },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
