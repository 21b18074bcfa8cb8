import type { ScopeSum } from '@inlet/contracts/scopes';

export const scopeNames: Record<ScopeSum, string> = { read: 'Read only', write: 'Read and write' };
