import { presets } from '@inlet/contracts/presets/all-presets';
import { expect, it } from 'vitest';
import { checkDraft } from '#features/integrations/check-draft.ts';
import { offers } from '#features/integrations/offers.ts';
import { buildTarget } from '#features/integrations/target.test-setup.ts';
import { draftOf, toChange, toCreate } from '#features/integrations/target-draft.ts';

it('offers every preset once', () => {
  expect(new Map(offers.map(({ key, title }) => [key, title]))).toEqual(
    new Map(Object.values(presets).map(({ key, title }) => [key, title])),
  );
});

it('becomes a new integration, with texts trimmed and empty options left out', () => {
  const draft = draftOf(presets.telegram);
  const filled = { ...draft, values: { token: ' 123:abc ', chatId: '42' }, fields: 'name\n\n email ', rate: '0,5' };
  expect(toCreate(presets.telegram, filled)).toEqual({
    kind: 'telegram',
    settings: { token: '123:abc', chatId: '42' },
    name: 'Telegram',
    events: ['submission.created', 'submission.released'],
    order: 'best_effort',
    fields: ['name', 'email'],
    headers: {},
    rate: 0.5,
    when: null,
  });
});

it('asks again for what was open, and keeps secrets that are not typed again', () => {
  const target = buildTarget({
    kind: 'telegram',
    url: 'https://api.telegram.org/••••',
    settings: { token: '••••', chatId: '42' },
    headers: ['x-key'],
  });
  const draft = draftOf(presets.telegram, target);
  expect(draft.values).toEqual({ token: '', chatId: '42' });
  expect(checkDraft(presets.telegram, draft, false)).toEqual({});
  expect(toChange(presets.telegram, draft)).toMatchObject({ settings: { chatId: '42' }, headers: { 'x-key': '' } });
  expect(toChange(presets.telegram, draft)).not.toHaveProperty('url');
});

it('names each problem beside its field', () => {
  const draft = {
    ...draftOf(presets.webhook),
    values: { url: 'example.com' },
    name: ' ',
    events: [],
    rate: 'fast',
    headers: [{ id: '1', name: 'Content-Type', value: 'text/html' }],
  };
  expect(checkDraft(presets.webhook, draft, true)).toEqual({
    'values.url': 'Must be a URL such as https://example.com/webhook',
    name: 'Name is required',
    events: 'Choose at least one event',
    rate: 'Must be a number from 0.01 to 100',
    headers: expect.any(String),
  });
});

it('asks for what the preset needs, and for a body that is JSON', () => {
  expect(checkDraft(presets.slack, draftOf(presets.slack), true)).toEqual({ 'values.url': 'Webhook URL is required' });
  const custom = {
    ...draftOf(presets.custom),
    values: { url: 'https://example.com' },
    template: '{"text": {{email}}}',
  };
  expect(checkDraft(presets.custom, custom, true)).toEqual({ template: 'The body is not valid JSON' });
});
