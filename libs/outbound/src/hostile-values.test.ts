import { isDeepStrictEqual } from 'node:util';
import { presetKeys, presets } from '@inlet/contracts/presets/all-presets';
import type { Dialect, Preset } from '@inlet/contracts/presets/preset';
import { noSpam } from '@inlet/contracts/spam';
import type { SubmissionEvent } from '@inlet/contracts/webhook-events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderDelivery } from '#render-delivery.ts';

/** Characters with a meaning in JSON, a template, markup, a header or a URL. */
const pieces = [
  ...['"', '\\', '\\"', '"}', '"},"a":{"', '\n', '\r\n', '\u2028', '\0', '\u202e', '\ud800', '\udc00', '\u{1f600}'],
  ...['{{', '}}', '{{settings.token}}', '{{fields}}', '{{email}}', '$1', '$&', '__proto__', 'constructor', '%0d%0a'],
  ...['<!channel>', '<!here|a>', '<@U1>', '<https://evil.test|a>', '&', '&lt;', '<b>', '</a>', '<at>a</at>'],
  ...['@everyone', '@here', '_@channel', '.@all', 'a@b.test', '[a](https://evil.test)', '![a](https://evil.test)'],
  ...['*', '**', '_', '__', 'a_b', '~~', '`', '```', '||', '> ', '# ', '- ', '1. ', '| a |', '\\*', '\\\\'],
  ...['\r\nWebhook-Id: a', 'email: mine', '\nemail: mine', '=IMPORTXML("a")', '../', '?a=b', '#a', 'ö', '世'],
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 8 })
  .map((parts) => parts.join(''));
const long = fc
  .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 1_000 }))
  .map(([piece, n]) => piece.repeat(n));
const value = fc.oneof({ weight: 49, arbitrary: text }, { weight: 1, arbitrary: long });

const fieldsPerEvent = 10;
const events = fc
  .sample(fc.array(fc.tuple(text, value), { minLength: fieldsPerEvent, maxLength: fieldsPerEvent }), {
    numRuns: 10_000 / fieldsPerEvent,
    seed: 19,
  })
  .map((fields) => eventOf(Object.fromEntries(fields)));

function eventOf(data: Record<string, unknown>): SubmissionEvent {
  const formId = '6b0d9a4e-0f2f-4a3b-8f59-0d3a8a4f7c11';
  const id = '0198c9f4-8a7b-7c3e-9a0f-000000000001';
  const at = '2026-11-23T08:00:00.000Z';
  const submission = {
    id,
    formId,
    data,
    origin: null,
    userAgent: null,
    isSpam: false,
    spam: noSpam,
    isChecking: false,
    createdAt: at,
    files: [],
    ruleErrors: null,
    rulesVersion: null,
    confirmation: null,
    confirmedAt: null,
    url: 'https://inlet.test/forms/f?submission=s',
  };
  return { type: 'submission.created', timestamp: at, data: { form: { id: formId, name: 'Contact' }, submission } };
}

function render(preset: Preset, event: SubmissionEvent, template?: string) {
  const values = { token: 'secret', chatId: '1', databaseId: 'd', baseId: 'b', table: 't' };
  const { body, headers, ...request } = renderDelivery(preset, { values, template }, event, 'event');
  const isJson = headers['content-type'] === 'application/json';
  return { request, headers, content: (isJson ? JSON.parse(body) : body) as unknown };
}

/** The structure of a value, without the strings that may contain a visitor's text. */
function shapeOf(value: unknown, template: unknown): unknown {
  if (typeof template === 'string') return /\{\{(?:fields|event\.headline)\}\}/.test(template) ? typeof value : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([name, item]) => [
    name,
    shapeOf(item, (template as Record<string, unknown>)[name]),
  ]);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** What is left of a text after removing everything that cannot be markup. */
const markupOf: Readonly<Record<Dialect, (text: string) => string>> = {
  plain: () => '',
  slack: (shown) => shown.replaceAll(/&(amp|lt|gt);/g, '').replaceAll(/[^&<>]/g, ''),
  discord: markdownOf,
  mattermost: (shown) => markdownOf(shown) + (/(?<![\p{L}\p{N}])@(?!\u200b)/u.exec(shown)?.[0] ?? ''),
};

function markdownOf(shown: string): string {
  const bare = shown
    .replaceAll(/\\[\\*~`|[\]()<>#!&_=+-]/g, '')
    .replaceAll(/\d\\/g, '')
    .replaceAll(/(?<=[^\W_])_(?=[^\W_])/g, '');
  return bare.replaceAll(/[^\\*~`|[\]()<>#!&_]/g, '') + (/^\s*([-+=]|\d+[.)])/m.exec(shown)?.[0] ?? '');
}

describe('10,000 hostile values', () => {
  it.each(presetKeys)('leave the request of %s as it is, but for the texts that are theirs', (key) => {
    const preset = presets[key];
    const benign = render(preset, eventOf({ name: 'Ada' }));
    const shape = preset.body && JSON.stringify(shapeOf(benign.content, preset.body));
    for (const event of events) {
      const { content, ...request } = render(preset, event);
      expect(isDeepStrictEqual(request, { request: benign.request, headers: benign.headers })).toBe(true);
      if (preset.body === undefined) {
        expect(isDeepStrictEqual(content, JSON.parse(JSON.stringify(event)))).toBe(true);
        continue;
      }
      expect(JSON.stringify(shapeOf(content, preset.body))).toBe(shape);
      const longest = Math.max(...textsOf(content).map((shown) => shown.length));
      expect(longest).toBeLessThanOrEqual(preset.textMax ?? Number.POSITIVE_INFINITY);
    }
  });

  it.each(presetKeys)('have no meaning in a text of %s', (key) => {
    const preset = presets[key];
    for (const event of events) {
      const { content } = render(preset, event, '{{fields}}\n{{event.headline}}');
      expect(markupOf[preset.dialect](content as string)).toBe('');
    }
  });

  it('never look like another field', () => {
    for (const event of events) {
      const lines = (render(presets.custom, event, '{{fields}}').content as string).split(
        /[\n\v\f\r\u0085\u2028\u2029]/,
      );
      const names = Object.keys((event.data.submission as { data: object }).data);
      expect(lines.filter((line) => !line.startsWith('  '))).toHaveLength(names.length);
    }
  });
});
