import { describe, expect, it } from 'vitest';
import { idempotencyKeyOf, submissionId } from '#submissions/submission-id.ts';

const form = '01a1f88f-d893-71dd-b32a-ef359c0cc5fc';

describe('the id of a submission', () => {
  it('is new each time without a key', () => {
    expect(submissionId(form, null)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(submissionId(form, null)).not.toBe(submissionId(form, null));
  });

  it('is the same for the same key in the same form, and a proper UUID', () => {
    expect(submissionId(form, 'k')).toBe(submissionId(form, 'k'));
    expect(submissionId(form, 'k')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('differs by key and by form', () => {
    const other = '01a1f88f-d893-71dd-b32a-ef359c0cc5fd';
    expect(new Set([submissionId(form, 'a'), submissionId(form, 'b'), submissionId(other, 'a')]).size).toBe(3);
  });
});

describe('an idempotency key', () => {
  it.each([
    ['of the header', 'h', null, 'h'],
    ['of the field', undefined, 'f', 'f'],
    ['of the header before the field', 'h', 'f', 'h'],
    ['of nobody', undefined, null, null],
    ['of 255 characters', 'k'.repeat(255), null, 'k'.repeat(255)],
  ])('%s is taken', (_what, header, field, key) => {
    expect(idempotencyKeyOf(header, field)).toBe(key);
  });

  it.each([[''], ['k'.repeat(256)]])('that is empty or too long is refused', (header) => {
    expect(() => idempotencyKeyOf(header, null)).toThrow(expect.objectContaining({ status: 422 }));
  });
});
