import type { ApiKeyScope, ScopeSum } from '@inlet/contracts/scopes';

export const scopeNames: Record<ScopeSum, string> = { read: 'Read only', write: 'Read and write' };

export const rightNames: Record<ApiKeyScope, string> = {
  'forms:read': 'Read forms',
  'forms:write': 'Create and change forms',
  'submissions:read': 'Read and export submissions',
  'submissions:write': 'Change and delete submissions',
  'integrations:write': 'Manage integrations',
};
