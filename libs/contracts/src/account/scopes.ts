/** What an API key may do, each for itself. */
export const apiKeyScopes = [
  'forms:read',
  'forms:write',
  'submissions:read',
  'submissions:write',
  'integrations:write',
] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Sums of scopes, by their names. */
export const scopeSums = {
  read: ['forms:read', 'submissions:read'],
  write: apiKeyScopes,
} as const satisfies Readonly<Record<string, readonly ApiKeyScope[]>>;
export type ScopeSum = keyof typeof scopeSums;

/** A right to change something includes the right to read it. */
export function allScopes(given: readonly (ApiKeyScope | ScopeSum)[]): ApiKeyScope[] {
  const named = new Set(given.flatMap((each) => (each === 'read' || each === 'write' ? scopeSums[each] : [each])));
  if (named.has('forms:write')) named.add('forms:read');
  if (named.has('submissions:write')) named.add('submissions:read');
  return apiKeyScopes.filter((scope) => named.has(scope));
}

/** The sum that some scopes are; null where they are none. */
export function sumOf(scopes: readonly ApiKeyScope[]): ScopeSum | null {
  const isSum = (sum: ScopeSum) =>
    scopeSums[sum].length === scopes.length && scopeSums[sum].every((each) => scopes.includes(each));
  return isSum('write') ? 'write' : isSum('read') ? 'read' : null;
}
