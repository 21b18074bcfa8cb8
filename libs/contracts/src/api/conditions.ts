import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import { conditionsTriedMax, triedConditionsSchema, tryConditionsSchema } from '#routing/conditions.ts';

export const conditionRoutes = {
  tryConditions: {
    action: 'submissions:read',
    changesNothing: true,
    group: 'Forms',
    summary: 'Try conditions before they are saved',
    description: `Says which of the newest ${conditionsTriedMax} submissions in the inbox would go out under the conditions of an integration, a recipient or an automatic reply, and why not.`,
    access: 'form',
    limit: { name: 'conditions:account', per: 'account', max: 60, windowSeconds: 60 },
    body: tryConditionsSchema,
    success: { status: 200, description: 'What the conditions say', schema: triedConditionsSchema },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
