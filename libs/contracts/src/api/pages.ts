import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import { formPageSchema, pageViewDays, pageViewsSchema, updateFormPageSchema } from '#forms/form-page.ts';

const page = { description: 'The page', schema: formPageSchema };

export const pageRoutes = {
  readPage: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'Read the hosted page of a form',
    access: 'form',
    success: { status: 200, ...page },
  },
  updatePage: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Change the hosted page of a form',
    description: 'The page shows the fields that the rules of the form describe, in their order.',
    access: 'form',
    body: updateFormPageSchema,
    success: { status: 200, ...page },
  },
  readPageViews: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'Read the views of a hosted page',
    description: `How often the page was shown in the last ${pageViewDays} days. Visitors get no cookie, so reloads count again.`,
    access: 'form',
    success: { status: 200, description: 'The views of each day', schema: pageViewsSchema },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
