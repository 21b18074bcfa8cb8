import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createSecret, signatureHeaders } from '#signatures.ts';

const id = '0198c9f4-8a7b-7c3e-9a0f-3f2b1c4d5e6f';
const body = '{"type":"submission.created","text":"Grüße, 世界"}';
const [older, newer] = [createSecret(), createSecret()];
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('signatureHeaders', () => {
  it.each([older, newer])(
    'lets a receiver verify with either secret while one takes the place of the other',
    (secret) => {
      const headers = signatureHeaders({ id, body, at: new Date(), secrets: [newer, older] });
      expect(headers['webhook-signature']).toMatch(/^v1,[\w+/=]{44} v1,[\w+/=]{44}$/);
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    },
  );

  it('signs as the library of Standard Webhooks does', () => {
    const at = new Date();
    const headers = signatureHeaders({ id, body, at, secrets: [newer] });
    expect(headers['webhook-signature']).toBe(new Webhook(newer).sign(id, at, body));
  });

  it.each([
    ['another secret', older, body, minutesAgo(0)],
    ['another body', newer, body.replace('created', 'deleted'), minutesAgo(0)],
    ['a time ten minutes ago', newer, body, minutesAgo(10)],
    ['a time in ten minutes', newer, body, minutesAgo(-10)],
  ])('does not verify with %s', (_, secret, received, at) => {
    const headers = signatureHeaders({ id, body, at, secrets: [newer] });
    expect(() => new Webhook(secret).verify(received, headers)).toThrow();
  });

  it('covers the id and the time', () => {
    const headers = signatureHeaders({ id, body, at: new Date(), secrets: [newer] });
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => new Webhook(newer).verify(body, { ...headers, 'webhook-id': 'another' })).toThrow();
    expect(() => new Webhook(newer).verify(body, { ...headers, 'webhook-timestamp': later })).toThrow();
  });
});

describe('createSecret', () => {
  it('makes another secret each time, of 32 random bytes', () => {
    expect(older).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(older).not.toBe(newer);
  });
});
