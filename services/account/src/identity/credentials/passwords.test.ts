import { hash, verify } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswords, isOutdated } from '#identity/credentials/passwords.ts';

const argon2 = { underWay: 0, most: 0, calls: 0 };

const { hashPassword, passwordMatches, pretendToCompare } = createPasswords({
  hash: watched(hash),
  verify: watched(verify),
});

function watched<Args extends unknown[], T>(work: (...args: Args) => Promise<T>) {
  return async (...args: Args): Promise<T> => {
    argon2.calls += 1;
    argon2.underWay += 1;
    argon2.most = Math.max(argon2.most, argon2.underWay);
    try {
      return await work(...args);
    } finally {
      argon2.underWay -= 1;
    }
  };
}

describe('passwords', () => {
  it('are kept as salted argon2id hashes that only the password matches', async () => {
    const [hash, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(hash);
    expect(await passwordMatches(hash, 'correct horse')).toBe(true);
    expect(await passwordMatches(hash, 'correct horse ')).toBe(false);
  });

  it.each([
    ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=47104,t=3,p=1$c2FsdA$aGFzaA', false],
    ['$argon2id$v=19$m=4096,t=2,p=1$c2FsdA$aGFzaA', true],
    ['$argon2id$v=19$m=19456,t=1,p=1$c2FsdA$aGFzaA', true],
    ['$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
  ])('with the hash %s are outdated: %j', (hash, expected) => {
    expect(isOutdated(hash)).toBe(expected);
  });

  it('are worked on two at a time, and all get their turn although some fail', async () => {
    const hash = await hashPassword('correct horse');
    const results = await Promise.allSettled([
      ...Array.from({ length: 2 }, () => passwordMatches('no hash at all', 'correct horse')),
      ...Array.from({ length: 3 }, () => passwordMatches(hash, 'correct horse')),
      ...Array.from({ length: 3 }, () => hashPassword('correct horse')),
    ]);
    expect(results.map(({ status }) => status)).toEqual([...Array(2).fill('rejected'), ...Array(6).fill('fulfilled')]);
    expect(argon2.most).toBe(2);
    expect(argon2.underWay).toBe(0);
  });

  it('are really compared for an unknown address', async () => {
    await pretendToCompare('correct horse');
    argon2.calls = 0;
    await pretendToCompare('correct horse');
    expect(argon2.calls).toBe(1);
  });
});
