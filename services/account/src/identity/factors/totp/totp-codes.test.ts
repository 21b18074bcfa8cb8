import { describe, expect, it } from 'vitest';
import { createTotpSecret, qrOf, stepOf, totpUri } from '#identity/factors/totp/totp-codes.ts';

/** The secret of RFC 6238, in base 32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('stepOf', () => {
  // The last six digits of appendix B of RFC 6238.
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('finds the step of the code at second %i', (second, code, step) => {
    expect(stepOf(secret, code, second * 1_000)).toBe(step);
  });

  it('takes the code of the step before and after, and no other', () => {
    const seconds = [-60, -30, 0, 30, 60].map((late) => 1_111_111_109 + late);
    const steps = seconds.map((second) => stepOf(secret, '081804', second * 1_000));
    expect(steps).toEqual([null, 37_037_036, 37_037_036, 37_037_036, null]);
  });

  it.each(['', '81804', '0818040', '08180a', '٠٨١٨٠٤', '-81804'])('refuses %j', (code) => {
    expect(stepOf(secret, code, 1_111_111_109_000)).toBeNull();
  });

  it('reads a code in groups', () => {
    expect(stepOf(secret, ' 081 804 ', 1_111_111_109_000)).toBe(37_037_036);
  });
});

describe('a new secret', () => {
  it('has 160 random bits', () => {
    const secrets = Array.from({ length: 50 }, createTotpSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('is an address for apps, and a picture of it', () => {
    const uri = new URL(totpUri(secret, 'ada@example.com'));
    expect(decodeURIComponent(uri.pathname)).toContain('Inlet:ada@example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Inlet',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    const svg = Buffer.from(qrOf(uri.href).split(',')[1] ?? '', 'base64').toString();
    expect(svg).toMatch(/^<svg [^>]*viewBox/);
  });
});
