import type { ApiKeyScope } from '@inlet/contracts/api-keys';

export const scopeNames: Record<ApiKeyScope, string> = { read: 'Read only', write: 'Read and write' };
