import { presets } from '@inlet/contracts/presets/all-presets';
import type { Template } from '@inlet/contracts/presets/preset';
import { noSpam } from '@inlet/contracts/spam';
import { type AlertEvent, type SubmissionEvent, webhookEventSchema } from '@inlet/contracts/webhook-events';
import { describe, expect, it } from 'vitest';
import { renderDelivery } from '#render-delivery.ts';
import { Unsendable } from '#render-template.ts';

const eventId = '0198c9f4-8a7b-7c3e-9a0f-3f2b1c4d5e6f';
const event = webhookEventSchema.parse({
  type: 'submission.created',
  timestamp: '2026-11-23T08:00:00.000Z',
  data: {
    form: { id: '6b0d9a4e-0f2f-4a3b-8f59-0d3a8a4f7c11', name: 'Contact' },
    submission: {
      id: '0198c9f4-8a7b-7c3e-9a0f-000000000001',
      formId: '6b0d9a4e-0f2f-4a3b-8f59-0d3a8a4f7c11',
      data: { name: 'Ada', email: 'ada@example.test', form: ['a', 'b'], 'event.type': 'mine' },
      origin: null,
      userAgent: null,
      isSpam: false,
      spam: noSpam,
      isChecking: false,
      createdAt: '2026-11-23T08:00:00.000Z',
      files: [],
      ruleErrors: null,
      rulesVersion: null,
      confirmation: null,
      confirmedAt: null,
      url: 'https://inlet.test/forms/6b0d9a4e-0f2f-4a3b-8f59-0d3a8a4f7c11?submission=1',
    },
  },
}) as SubmissionEvent;

const alert: AlertEvent = {
  type: 'form.alert',
  timestamp: '2026-11-23T08:00:00.000Z',
  data: {
    form: { id: '6b0d9a4e-0f2f-4a3b-8f59-0d3a8a4f7c11', name: 'Contact' },
    alert: { kind: 'silence', message: 'Contact receives nothing.', url: 'https://inlet.test/forms/1' },
  },
};

describe('renderDelivery', () => {
  it('sends a webhook the event itself, with the headers of its owner', () => {
    const settings = { values: { url: 'https://receiver.test/hook' }, headers: { Authorization: 'Bearer a' } };
    const { body, ...request } = renderDelivery(presets.webhook, settings, event, eventId);
    expect(request).toEqual({
      url: 'https://receiver.test/hook',
      method: 'POST',
      headers: { authorization: 'Bearer a', 'content-type': 'application/json', 'user-agent': 'Inlet' },
    });
    expect(JSON.parse(body)).toEqual(event);
  });

  it.each(['slack', 'discord', 'teams', 'ntfy', 'telegram', 'mattermost', 'custom'] as const)(
    'writes an alert for %s: the form, the fact and the link',
    (kind) => {
      const values = { url: 'https://receiver.test/hook', token: 'a', chatId: '1' };
      const { body } = renderDelivery(presets[kind], { values }, alert, eventId);
      expect(body).toContain('Contact receives nothing.');
      if (kind === 'custom') return;
      expect(body).toContain('Alert: Contact');
      expect(body).toContain('https://inlet.test/forms/1');
    },
  );

  it('sends a webhook an alert as an event of its own', () => {
    const { body } = renderDelivery(presets.webhook, { values: { url: 'https://receiver.test/' } }, alert, eventId);
    expect(webhookEventSchema.parse(JSON.parse(body))).toEqual(alert);
  });

  it('fills the template of an owner in the strings of its JSON', () => {
    const template = {
      'a {{name}}': ['{{name}} <{{ email }}>', 1, null],
      b: '{{data.event.type}} {{event.type}} {{none}}.',
    };
    const { body } = renderDelivery(
      presets.custom,
      { values: { url: 'https://receiver.test/' }, template },
      event,
      eventId,
    );
    expect(JSON.parse(body)).toEqual({
      'a {{name}}': ['Ada <ada@example.test>', 1, null],
      b: 'mine submission.created .',
    });
  });

  it('names the sender in a headline, or the field that the owner chose, or nobody', () => {
    const headline = (data: Record<string, unknown>, name: string | null = null) => {
      const told = {
        ...event,
        data: { ...event.data, submission: { ...event.data.submission, data } },
      } as SubmissionEvent;
      const fieldRoles = { name, subject: null, message: null };
      const settings = { values: { url: 'https://receiver.test/' }, template: '{{event.headline}}', fieldRoles };
      return renderDelivery(presets.custom, settings, told, eventId).body;
    };
    expect(headline({ email: 'ada@example.test', firstName: 'Ada' })).toBe('New submission: Contact · Ada');
    expect(headline({ name: 'Ada', company: 'Acme\nInc.' }, 'company')).toBe('New submission: Contact · Acme Inc.');
    expect(headline({ title: 'Crash', steps: 'Click' }, 'company')).toBe('New submission: Contact · Crash');
    expect(headline({ q1: 'Yes' })).toBe('New submission: Contact');
  });

  it('leaves out a setting that is not there, also if a visitor names a field like it', () => {
    const { submission } = event.data;
    const hostile = {
      ...event,
      data: { ...event.data, submission: { ...submission, data: { 'settings.chatId': '666' } } },
    };
    const url = 'https://api.telegram.test/bot1/sendMessage?chat_id=1';
    const { body } = renderDelivery(presets.telegram, { values: { url } }, hostile as SubmissionEvent, eventId);
    expect(JSON.parse(body)).not.toHaveProperty('chat_id');
  });

  it('keeps the values of an owner in their part of the URL, and sends no header without its value', () => {
    const values = { baseId: 'app1/../x', table: 'A b?c#d', token: 'secret' };
    const { url, headers } = renderDelivery(presets.airtable, { values }, event, eventId);
    expect(url).toBe('https://api.airtable.com/v0/app1%2F..%2Fx/A%20b%3Fc%23d');
    expect(headers).toMatchObject({ authorization: 'Bearer secret' });
    const open = renderDelivery(presets.ntfy, { values: { url: 'https://ntfy.test/topic' } }, event, eventId);
    expect(open.headers).not.toHaveProperty('authorization');
    expect(open.body).toBe(
      `New submission: Contact · Ada\n\nname: Ada\nemail: ada@example.test\nform: a, b\nevent.type: mine\n\nOpen in Inlet: ${event.data.submission.url}`,
    );
  });

  it('reports a deleted submission by its id', () => {
    const { form, submission } = event.data;
    const deleted: SubmissionEvent = {
      type: 'submission.deleted',
      timestamp: event.timestamp,
      data: { form, submission: { id: submission.id, formId: form.id, url: 'https://inlet.test/forms/1' } },
    };
    const { body } = renderDelivery(presets.discord, { values: {} }, deleted, eventId);
    expect(JSON.parse(body).content).toBe(
      `**Deleted submission: Contact**\nSubmission ${submission.id}\n[Open in Inlet](https://inlet.test/forms/1)`,
    );
  });

  it('shortens a text that is too long for the service, and marks it', () => {
    const { submission } = event.data;
    const long = { ...event, data: { ...event.data, submission: { ...submission, data: { a: '&'.repeat(5_000) } } } };
    const { body } = renderDelivery(presets.slack, { values: {} }, long as SubmissionEvent, eventId);
    const { text } = JSON.parse(body).blocks[1].text;
    expect(text.length).toBeGreaterThan(2_990);
    expect(text.length).toBeLessThanOrEqual(3_000);
    expect(text).toMatch(/&amp; … shortened$/);
  });

  it.each([
    ['custom', '2 million'],
    ['mattermost', '100,000'],
  ] as const)('makes no request to %s of more than %s characters', (kind, count) => {
    const { submission } = event.data;
    const long = { ...event, data: { ...event.data, submission: { ...submission, data: { a: 'M'.repeat(990_000) } } } };
    const settings = { values: {}, template: Array.from({ length: 2_400 }, () => '{{a}}') };
    expect(() => renderDelivery(presets[kind], settings, long as SubmissionEvent, eventId)).toThrow(
      new Unsendable(`The template makes more than ${count} characters of this submission`),
    );
  });

  it('makes no request of a template that is nested thousands of times, nor of half a character', () => {
    let template: Template = '{{name}}';
    for (let depth = 0; depth < 9_990; depth += 1) template = [template];
    const half = { baseId: '\ud800', table: 't', token: 'secret' };
    expect(() => renderDelivery(presets.custom, { values: {}, template }, event, eventId)).toThrow(Unsendable);
    expect(() => renderDelivery(presets.airtable, { values: half }, event, eventId)).toThrow(Unsendable);
  });
});
