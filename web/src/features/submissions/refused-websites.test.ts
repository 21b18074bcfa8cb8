import { expect, it } from 'vitest';
import { refusedWebsites } from '#features/submissions/refused-websites.ts';

const refusal = (origin: string | null, at: string, reason = 'origin_not_allowed') => ({ reason, at, origin });

it('groups refusals by website, with their number and the last one', () => {
  const latest = [
    refusal('https://b.example', '3'),
    refusal('https://a.example', '2'),
    refusal(null, '2'),
    refusal('https://b.example', '1'),
    refusal('https://c.example', '1', 'too_large'),
  ];
  expect(refusedWebsites(latest, ['https://example.com'])).toEqual([
    { origin: 'https://b.example', count: 2, lastAt: '3', state: 'allowable' },
    { origin: 'https://a.example', count: 1, lastAt: '2', state: 'allowable' },
  ]);
});

it.each([
  ['https://shop.example.com', ['https://*.example.com'], 'allowed'],
  ['https://shop.example.com', ['https://example.com'], 'allowable'],
  ['http://localhost:3000', ['https://example.com'], 'allowable'],
  ['http://shop.example.com', ['https://example.com'], 'never'],
  ['http://shop.example.com', [], 'allowed'],
])('%s, where %j may submit, is %s', (origin, allowed, state) => {
  expect(refusedWebsites([refusal(origin, '1')], allowed)).toMatchObject([{ state }]);
});
