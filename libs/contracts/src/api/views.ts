import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import {
  createViewSchema,
  formFieldsSchema,
  savedViewSchema,
  savedViewsSchema,
  updateFieldsSchema,
  updateViewSchema,
} from '#inbox/inbox-views.ts';

const fields = { description: 'The fields', schema: formFieldsSchema };
const view = { description: 'The view', schema: savedViewSchema };

export const viewRoutes = {
  listFields: {
    action: 'forms:read',
    group: 'Submissions',
    summary: 'List a form’s fields and columns',
    description: 'What the newest 500 submissions in the inbox have, and what the owner chose for the list.',
    access: 'form',
    success: { status: 200, ...fields },
  },
  updateFields: {
    action: 'forms:write',
    group: 'Submissions',
    summary: 'Choose a form’s columns',
    access: 'form',
    body: updateFieldsSchema,
    success: { status: 200, ...fields },
  },
  listViews: {
    action: 'forms:read',
    group: 'Submissions',
    summary: 'List a form’s saved views',
    access: 'form',
    success: { status: 200, description: 'The views', schema: savedViewsSchema },
  },
  createView: {
    action: 'forms:write',
    group: 'Submissions',
    summary: 'Save a view',
    description: 'A view is a filter with a name, 20 a form at most.',
    access: 'form',
    body: createViewSchema,
    success: { status: 201, ...view },
    refusals: ['viewLimitReached'],
  },
  updateView: {
    action: 'forms:write',
    group: 'Submissions',
    summary: 'Change a view',
    description: 'Omitted fields are unchanged. A filter replaces the whole filter.',
    access: 'form',
    body: updateViewSchema,
    success: { status: 200, ...view },
    refusals: ['viewNotFound'],
  },
  deleteView: {
    action: 'forms:write',
    group: 'Submissions',
    summary: 'Delete a view',
    access: 'form',
    success: { status: 204, description: 'The view is deleted' },
    refusals: ['viewNotFound'],
  },
} as const satisfies Partial<Record<RouteId, Route>>;
