import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { createSecret, signatureHeaders } from '#signatures.ts';

const secrets = [createSecret(), createSecret()];

it('a signature is that of Standard Webhooks for any body, and for no other', () => {
  const body = fc.dictionary(hostileText, hostileText).map((fields) => JSON.stringify(fields));
  const property = fc.property(body, fc.uuid(), fc.nat(), (sent, id, place) => {
    const headers = signatureHeaders({ id, body: sent, at: new Date(), secrets });
    for (const secret of secrets) expect(new Webhook(secret).verify(sent, headers)).toEqual(JSON.parse(sent));
    const at = place % sent.length;
    const other = `${sent.slice(0, at)}${sent[at] === ' ' ? '  ' : ' '}${sent.slice(at + 1)}`;
    expect(() => new Webhook(secrets[0] ?? '').verify(other, headers)).toThrow();
  });
  fc.assert(property, cases());
});
