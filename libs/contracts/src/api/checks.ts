import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import {
  checkSettingsSchema,
  checksOfFormPerHour,
  checksPerHour,
  formCheckSchema,
  startCheckSchema,
  startedCheckSchema,
  updateCheckSettingsSchema,
} from '#forms/form-check.ts';

const integrations =
  'Without the right to manage integrations, findings about them come without names, hosts and answers.';
const settings = { description: 'The settings, and the latest check-up', schema: checkSettingsSchema };

export const checkRoutes = {
  startCheck: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Check the page of a form',
    description: `Fetches the page, compares its form with the settings, sends a test submission as the page would, and follows it to the mail and to each integration. Recipients and integrations get a message that is marked as a test; the submission is not kept and counts nowhere. It takes a minute at most. A form has one check-up at a time, and ${checksOfFormPerHour} in an hour.`,
    access: 'form',
    limit: { name: 'form-checks:account', per: 'account', max: checksPerHour, windowSeconds: 3_600 },
    body: startCheckSchema,
    success: { status: 202, description: 'The check-up waits for a worker', schema: startedCheckSchema },
    refusals: ['checkRunning', 'checkLimitReached'],
  },
  readCheck: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'Read a check-up',
    description: `Check-ups are kept for 30 days. ${integrations}`,
    access: 'form',
    success: { status: 200, description: 'The check-up', schema: formCheckSchema },
    refusals: ['checkNotFound'],
  },
  readCheckSettings: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'Read the settings for check-ups of a form',
    description: integrations,
    access: 'form',
    success: { status: 200, ...settings },
  },
  updateCheckSettings: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Change the settings for check-ups of a form',
    description: 'The first weekly check-up comes a week after it was switched on.',
    access: 'form',
    body: updateCheckSettingsSchema,
    success: { status: 200, ...settings },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
