import type { ApiKey as PublicApiKey } from '@inlet/contracts/api-keys';
import { type ApiKeyScope, allScopes, apiKeyScopes, sumOf } from '@inlet/contracts/scopes';
import type { ApiKey } from '@inlet/db/client';

/** A key from before the scopes has a sum of them. */
export function scopesOf({ scope, scopes }: Pick<ApiKey, 'scope' | 'scopes'>): ApiKeyScope[] {
  if (scopes.length === 0) return allScopes([scope === 'write' ? 'write' : 'read']);
  return apiKeyScopes.filter((each) => scopes.includes(each));
}

/** Scopes as the audit trail names them. */
export function nameScopes(scopes: readonly ApiKeyScope[]): string {
  return sumOf(scopes) ?? scopes.join(', ');
}

export function presentApiKey(key: ApiKey): PublicApiKey {
  const { id, name, hint, createdAt, lastUsedAt, expiresAt } = key;
  const scopes = scopesOf(key);
  return {
    id,
    name,
    scope: sumOf(scopes),
    scopes,
    hint,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
