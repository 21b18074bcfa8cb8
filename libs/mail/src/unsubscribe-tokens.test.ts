import { expect, it } from 'vitest';
import { createUnsubscribeTokens, type Unsubscribable, unsubscribeUrls } from '#unsubscribe-tokens.ts';

const id = '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e';
const [oldSecret, newSecret] = ['the secret of yesterday, of 32 characters', 'the secret of today, of 32 characters +'];
const tokens = createUnsubscribeTokens([newSecret, oldSecret]);
const meant: Unsubscribable = { kind: 'notifications', formId: id, email: 'ada@example.com' };

it.each<Unsubscribable>([
  meant,
  { kind: 'usage', userId: id, email: 'ada@example.com' },
  { kind: 'auto-reply', email: `${'a'.repeat(64)}@${'b'.repeat(185)}.com` },
])('a token opens as what was signed, and fits into a line of a mail: $kind', (subject) => {
  const token = tokens.sign(subject);
  expect(tokens.open(token)).toEqual(subject);
  const { oneClick } = unsubscribeUrls('https://forms.example.com', token);
  expect(`List-Unsubscribe: <${oneClick}>`.length).toBeLessThan(998);
});

it('a token that another key signed opens while that key is accepted', () => {
  const token = createUnsubscribeTokens([oldSecret]).sign(meant);
  expect(tokens.open(token)).toEqual(meant);
  expect(createUnsubscribeTokens([newSecret]).open(token)).toBeNull();
});

it('no changed token opens', () => {
  const token = tokens.sign(meant);
  const [payload = '', signature = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify({ ...meant, email: 'eve@example.com' })).toString('base64url');
  for (const changed of [
    '',
    '.',
    payload,
    `${payload}.`,
    `${payload}.${signature.slice(2)}`,
    `${other}.${signature}`,
  ]) {
    expect(tokens.open(changed)).toBeNull();
  }
});
