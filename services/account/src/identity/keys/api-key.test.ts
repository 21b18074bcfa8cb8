import { apiKeyPrefix } from '@inlet/contracts/api-keys';
import { describe, expect, it } from 'vitest';
import { createApiKey, hashApiKey } from '#identity/keys/api-key.ts';

describe('an API key', () => {
  it('is recognised by its beginning, and has 256 bits of chance behind it', () => {
    const { key } = createApiKey();
    expect(key).toMatch(/^inlet_[\w-]{43}$/);
    expect(new Set(Array.from({ length: 100 }, () => createApiKey().key)).size).toBe(100);
  });

  it('is kept as a hash and four of its characters', () => {
    const { key, hint, tokenHash } = createApiKey();
    expect(hint).toBe(key.slice(0, apiKeyPrefix.length + 4));
    expect(tokenHash).toBe(hashApiKey(key));
    expect(tokenHash).not.toContain(key.slice(apiKeyPrefix.length));
  });
});
