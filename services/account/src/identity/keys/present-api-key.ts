import type { ApiKey as PublicApiKey } from '@inlet/contracts/api-keys';
import type { ApiKey } from '@inlet/db/client';

export function presentApiKey({ id, name, scope, hint, createdAt, lastUsedAt, expiresAt }: ApiKey): PublicApiKey {
  return {
    id,
    name,
    scope: scope === 'write' ? 'write' : 'read',
    hint,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
