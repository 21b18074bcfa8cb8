import { updateUserSchema } from '#account/account-settings.ts';
import { appConfigSchema } from '#account/app-config.ts';
import { auditPageSchema, auditQuerySchema } from '#account/audit.ts';
import { deleteAccountSchema, userSchema } from '#account/sessions.ts';
import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';

export const accountRoutes = {
  readMe: {
    action: 'self',
    group: 'Account',
    summary: 'Read your account',
    access: 'caller',
    success: { status: 200, description: 'The account', schema: userSchema },
  },
  updateMe: {
    action: 'mails:choose',
    group: 'Account',
    summary: 'Change the settings of your account',
    description:
      '`wantsWorkMails` is the choice of the person that is signed in. The others are settings of the workspace: they take an admin, or a key with the scope `forms:write`.',
    access: 'account',
    body: updateUserSchema,
    success: { status: 200, description: 'The account', schema: userSchema },
    refusals: ['roleTooLow', 'scopeMissing', 'personRequired'],
  },
  deleteMe: {
    action: 'self',
    group: 'Account',
    summary: 'Delete your account and everything in it',
    description:
      'This cannot be undone. A subscription is canceled at once; every endpoint of the account stops within a second.',
    access: 'person',
    body: deleteAccountSchema,
    success: { status: 204, description: 'The account is deleted' },
    refusals: ['wrongPassword', 'confirmationRequired', 'tooManyAttempts', 'cancellationFailed', 'lastOwner'],
  },
  exportMe: {
    action: 'workspace:export',
    group: 'Account',
    summary: 'Download everything that is stored of your account',
    access: 'session',
    needsConfirmation: true,
    success: { status: 200, description: 'One JSON document, streamed', contentTypes: ['application/json'] },
    refusals: ['tooManyExports', 'exportsBusy'],
  },
  listAudit: {
    action: 'audit:read',
    group: 'Account',
    summary: 'List the events of your account',
    access: 'session',
    query: auditQuerySchema,
    success: { status: 200, description: 'A page of events, newest first', schema: auditPageSchema },
    refusals: ['invalidCursor'],
  },
  readConfig: {
    group: 'About',
    summary: 'Read how this installation is set up',
    access: 'public',
    success: { status: 200, description: 'The public part of its configuration', schema: appConfigSchema },
  },
  readDescription: {
    group: 'About',
    summary: 'Read this description',
    access: 'public',
    success: { status: 200, description: 'An OpenAPI 3.1 document', contentTypes: ['application/json'] },
  },
  readReference: {
    group: 'About',
    summary: 'Read this description as a page',
    access: 'public',
    success: {
      status: 302,
      description: 'A redirect to the page in the documentation',
      location: '/docs/api-reference',
    },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
