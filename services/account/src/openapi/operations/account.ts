import { apiKeyListSchema, apiKeysMax, createApiKeySchema, newApiKeySchema } from '@inlet/contracts/api-keys';
import { auditPageSchema, auditQuerySchema } from '@inlet/contracts/audit';
import { deleteAccountSchema, deviceListSchema, userSchema } from '@inlet/contracts/sessions';
import { usageSchema } from '@inlet/contracts/usage';
import { cancellationFailed } from '#billing/billing-errors.ts';
import {
  apiKeyLimitReached,
  apiKeyNotFound,
  exportsBusy,
  invalidCursor,
  sessionNotFound,
  tooManyAttempts,
  tooManyExports,
  wrongPassword,
} from '#errors.ts';
import type { Operation } from '#openapi/operation.ts';

const group = 'Account';

/** One's own account, which needs no subscription, and the keys that open it to programs. */
export const accountOperations: readonly Operation[] = [
  {
    id: 'readMe',
    route: 'GET /api/v1/me',
    group,
    summary: 'Read your account',
    access: 'caller',
    success: { status: 200, says: 'The account', schema: userSchema },
  },
  {
    id: 'deleteMe',
    route: 'DELETE /api/v1/me',
    group,
    summary: 'Delete your account and everything in it',
    access: 'person',
    details: 'For good. A subscription is cancelled at once; every endpoint of the account stops within a second.',
    body: deleteAccountSchema,
    success: { status: 204, says: 'The account is gone' },
    refusals: [wrongPassword(), tooManyAttempts(60), cancellationFailed()],
  },
  {
    id: 'exportMe',
    route: 'GET /api/v1/me/export',
    group,
    summary: 'Download what is kept of your account',
    access: 'person',
    success: { status: 200, says: 'One JSON document, streamed', contentTypes: ['application/json'] },
    refusals: [tooManyExports(3), exportsBusy()],
  },
  {
    id: 'readUsage',
    route: 'GET /api/v1/usage',
    group,
    summary: 'Read what you have used of your plan',
    access: 'caller',
    success: { status: 200, says: 'The usage of this month', schema: usageSchema },
  },
  {
    id: 'listAudit',
    route: 'GET /api/v1/me/audit',
    group,
    summary: 'List what happened to your account',
    access: 'person',
    query: auditQuerySchema,
    success: { status: 200, says: 'A page of events, newest first', schema: auditPageSchema },
    refusals: [invalidCursor()],
  },
  {
    id: 'listSessions',
    route: 'GET /api/v1/me/sessions',
    group,
    summary: 'List where you are signed in',
    access: 'person',
    success: { status: 200, says: 'The sessions', schema: deviceListSchema },
  },
  {
    id: 'endSessions',
    route: 'DELETE /api/v1/me/sessions',
    group,
    summary: 'Sign out everywhere',
    access: 'person',
    details: 'Here as well.',
    success: { status: 204, says: 'All sessions are over' },
  },
  {
    id: 'endSession',
    route: 'DELETE /api/v1/me/sessions/:id',
    group,
    summary: 'Sign out somewhere',
    access: 'person',
    success: { status: 204, says: 'The session is over' },
    refusals: [sessionNotFound()],
  },
  {
    id: 'listApiKeys',
    route: 'GET /api/v1/me/api-keys',
    group: 'API keys',
    summary: 'List your API keys',
    access: 'person',
    success: { status: 200, says: 'The keys, without their secret', schema: apiKeyListSchema },
  },
  {
    id: 'createApiKey',
    route: 'POST /api/v1/me/api-keys',
    group: 'API keys',
    summary: 'Make an API key',
    access: 'person',
    details:
      'Only this answer has the whole key. The call needs the password of the account, and the owner is told of the new key by mail. From the time in `expiresAt` on, the key is refused.',
    body: createApiKeySchema,
    success: { status: 201, says: 'The key', schema: newApiKeySchema },
    refusals: [wrongPassword(), apiKeyLimitReached(apiKeysMax), tooManyAttempts(60)],
  },
  {
    id: 'revokeApiKey',
    route: 'DELETE /api/v1/me/api-keys/:id',
    group: 'API keys',
    summary: 'Revoke an API key',
    access: 'person',
    details: 'It stops at once.',
    success: { status: 204, says: 'The key is gone' },
    refusals: [apiKeyNotFound()],
  },
];
