import { type PresetKey, presets } from '@inlet/contracts/presets/all-presets';
import type { TargetSecrets } from '@inlet/contracts/target-secrets';
import { describe, expect, it } from 'vitest';
import { hideSecrets, secretsOf } from '#deliveries/hide-secrets.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const oldSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

function shown(text: string, of: Partial<TargetSecrets> = {}, kind: PresetKey = 'webhook'): string {
  const secrets = { url: 'https://receiver.test/hook', headers: {}, settings: {}, secret, oldSecret, ...of };
  return hideSecrets(text, secretsOf(presets[kind], secrets));
}

describe('a text of a receiver', () => {
  it('has nothing of headers, tokens and signing secrets', () => {
    const headers = { 'X-Secret': 'topsecretvalue', Authorization: 'Bearer abc.def', 'X-Quoted': 'say "please"' };
    const text = JSON.stringify({ ...headers, reason: 'abc.def is unknown', secret, key: oldSecret.slice(6) });
    expect(JSON.parse(shown(text, { headers }))).toEqual({
      ...{ 'X-Secret': '[hidden]', Authorization: '[hidden]', 'X-Quoted': '[hidden]' },
      ...{ reason: '[hidden] is unknown', secret: '[hidden]', key: '[hidden]' },
    });
  });

  it('has no secret setting, however the URL spells it', () => {
    const settings = { token: '123:ABC/DEF', chatId: '7777' };
    const text = 'at /bot123:ABC/DEF, 123%3AABC%2FDEF in chat 7777.';
    expect(shown(text, { url: '', settings }, 'telegram')).toBe('at /bot[hidden], [hidden] in chat 7777.');
  });

  it('has nothing of a URL that is a key, but its host', () => {
    const url = 'https://hooks.slack.com/services/T0AAA/B0BBB/zzzz?a=qqqq&b=r%20rr';
    const text = `No ${url} at hooks.slack.com: /services/T0AAA/B0BBB/zzzz?a=qqqq&amp;b=r%20rr, token zzzz, r rr.`;
    expect(shown(text, { url }, 'slack')).toBe('No [hidden] at hooks.slack.com: [hidden], token [hidden], [hidden].');
  });

  it('keeps the path of a webhook, but not what is in its query', () => {
    expect(shown('/hook?token=abcdef.', { url: 'https://receiver.test/hook?token=abcdef' })).toBe(
      '/hook?token=[hidden].',
    );
  });

  it('may be about a URL with half a character', () => {
    expect(shown('fine', { url: 'https://receiver.test/\ud800' })).toBe('fine');
  });
});
