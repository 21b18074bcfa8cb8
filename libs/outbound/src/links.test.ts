import { presets } from '@inlet/contracts/presets/all-presets';
import { noSpam } from '@inlet/contracts/spam';
import type { SubmissionEvent } from '@inlet/contracts/webhook-events';
import { describe, expect, it } from 'vitest';
import { dashboardUrl } from '#dashboard-url.ts';
import { renderDelivery } from '#render-delivery.ts';

const formId = '6b0d9a4e-0f2f-4a3b-8f59-0d3a8a4f7c11';
const id = '0198c9f4-8a7b-7c3e-9a0f-000000000001';
const url = dashboardUrl('https://inlet.test', formId, id);
const markdown = `[Open in Inlet](${url})`;
const plain = `Open in Inlet: ${url}`;

describe('a message in a chat', () => {
  it.each([
    ['slack', `<${url}|Open in Inlet>`],
    ['discord', markdown],
    ['mattermost', markdown],
    ['telegram', plain],
    ['ntfy', plain],
    ['teams', url],
  ] as const)('to %s ends with a whole link to its submission, however long the submission is', (kind, link) => {
    for (const message of ['Hello', '&'.repeat(20_000), '*'.repeat(20_000)]) {
      const { body } = renderDelivery(presets[kind], { values: {} }, eventOf({ message }), 'event');
      const texts = kind === 'ntfy' ? [body] : textsOf(JSON.parse(body));
      expect(texts.filter((text) => text.endsWith(link))).toHaveLength(1);
      const longest = Math.max(...texts.map((text) => text.length));
      expect(longest).toBeLessThanOrEqual(presets[kind].textMax ?? 0);
    }
  });

  it('has no link of a visitor in its place', () => {
    const { body } = renderDelivery(
      presets.telegram,
      { values: {} },
      eventOf({ 'submission.url': 'https://evil.test', url: 'a' }),
      'event',
    );
    expect(JSON.parse(body).text).toMatch(new RegExp(`Open in Inlet: ${url.replace('?', String.raw`\?`)}$`));
  });
});

describe('the address of a submission', () => {
  it('stays as it is in a service that reads markup, whatever the path of the installation is', () => {
    const odd = dashboardUrl('https://inlet.test/_my(forms)|*a&b*', formId, id);
    expect(odd).toBe(`https://inlet.test/%5fmy%28forms%29%7c%2aa%26b%2a/forms/${formId}?submission=${id}`);
    const event = eventOf({});
    const moved = { ...event, data: { ...event.data, submission: { ...event.data.submission, url: odd } } };
    for (const kind of ['slack', 'discord', 'mattermost'] as const) {
      const { body } = renderDelivery(presets[kind], { values: {} }, moved as SubmissionEvent, 'event');
      expect(textsOf(JSON.parse(body)).join('\n')).toContain(odd);
    }
  });

  it('is that of the form where there is no submission to open', () => {
    expect(dashboardUrl('http://[::1]:8080', formId)).toBe(`http://[::1]:8080/forms/${formId}`);
  });
});

function eventOf(data: Record<string, unknown>): SubmissionEvent {
  const at = '2026-11-23T08:00:00.000Z';
  const unjudged = { ruleErrors: null, rulesVersion: null, confirmation: null, confirmedAt: null };
  const state = {
    origin: null,
    userAgent: null,
    isSpam: false,
    spam: noSpam,
    isChecking: false,
    files: [],
    ...unjudged,
  };
  const submission = { id, formId, data, ...state, createdAt: at, url };
  return { type: 'submission.created', timestamp: at, data: { form: { id: formId, name: 'Contact' }, submission } };
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
