import { describe, expect, it } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from '#identity/factors/recovery/recovery-codes.ts';

describe('recovery codes', () => {
  it('are ten different ones of 120 bits, easy to copy', () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{6}(-[0-9a-hjkmnp-tv-z]{6}){3}$/);
  });

  it('are the same however they are typed', () => {
    const typed = [
      'k3v9qp-7w2xra-0m4c8t-z15eyd',
      ' K3V9QP7W2XRA 0M4C8TZ15EYD',
      'k3v9qp-7w2xra-Om4c8t-zI5eyd',
      'k3v9qp7w2xraom4c8tzl5eyd',
    ];
    expect(new Set(typed.map(hashRecoveryCode)).size).toBe(1);
    expect(hashRecoveryCode('k3v9qp-7w2xra-0m4c8t-z15eyf')).not.toBe(hashRecoveryCode('k3v9qp-7w2xra-0m4c8t-z15eyd'));
  });
});
