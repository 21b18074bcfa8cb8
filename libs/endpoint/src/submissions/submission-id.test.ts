import type { IncomingMessage } from 'node:http';
import { claimOfId, idOfClaim } from '@inlet/submissions/key-claim';
import { describe, expect, it } from 'vitest';
import { idempotencyKeyOf, identify, idFromGateway } from '#submissions/submission-id.ts';

const form = '01a1f88f-d893-71dd-b32a-ef359c0cc5fc';

const json = '{"a":1}';
const idOf = (formId: string, key: string | null, text = json, isSpam = false) =>
  identify(formId, key, text, isSpam).id;

describe('the id of a submission', () => {
  it('is new each time without a key', () => {
    expect(idOf(form, null)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idOf(form, null)).not.toBe(idOf(form, null));
    expect(identify(form, null, json, false).claim).toBeNull();
  });

  it('is the one that the gateway gave, and a key goes before it', () => {
    expect(identify(form, null, json, false, 'given').id).toBe('given');
    expect(identify(form, 'k', json, false, 'given').id).toBe(idOf(form, 'k'));
  });

  it.each([
    ['the gateway', form, 'the token', form],
    ['somebody else', form, 'a guess', undefined],
    ['nobody', form, undefined, undefined],
    ['the gateway, and is none', 'mine', 'the token', undefined],
  ])('is not believed unless it comes from the gateway: here from %s', (_who, id, token, believed) => {
    const headers = { 'x-inlet-submission-id': id, 'x-inlet-gateway': token };
    expect(idFromGateway({ headers } as unknown as IncomingMessage, ['newer', 'the token'])).toBe(believed);
  });

  it('is the same for the same key and payload in the same form, and a proper UUID', () => {
    expect(idOf(form, 'k')).toBe(idOf(form, 'k'));
    expect(idOf(form, 'k')).toMatch(/^ff[0-9a-f]{6}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('differs by key, form, payload and by being spam', () => {
    const other = '01a1f88f-d893-71dd-b32a-ef359c0cc5fd';
    const ids = [
      idOf(form, 'a'),
      idOf(form, 'b'),
      idOf(other, 'a'),
      idOf(form, 'a', '{}'),
      idOf(form, 'a', json, true),
    ];
    expect(new Set(ids).size).toBe(5);
  });
});

describe('the payload of an idempotency key', () => {
  it('has one name for each form and key, and one digest for each payload', () => {
    const [a, b] = [identify(form, 'k', json, false).claim, identify(form, 'k', '{}', false).claim];
    expect(a).toEqual({ name: expect.stringMatching(/^[\w-]{22}$/), digest: expect.stringMatching(/^[\w-]{22}$/) });
    expect(b?.name).toBe(a?.name);
    expect(b?.digest).not.toBe(a?.digest);
    expect(identify(form, 'other', json, false).claim?.name).not.toBe(a?.name);
  });

  it('tells the id of its submission, as one without a key does', () => {
    const { id, claim } = identify(form, 'k', json, false);
    expect(claim && idOfClaim(claim)).toBe(id);
    expect(idOfClaim(claimOfId(form))).toBe(form);
  });

  it('is nothing for spam', () => {
    expect(identify(form, 'k', json, true).claim).toBeNull();
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
