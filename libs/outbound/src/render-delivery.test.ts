import { presets } from '@inlet/contracts/presets/all-presets';
import { type WebhookEvent, webhookEventSchema } from '@inlet/contracts/webhook-events';
import { describe, expect, it } from 'vitest';
import { renderDelivery } from '#render-delivery.ts';

const eventId = '0198c9f4-8a7b-7c3e-9a0f-3f2b1c4d5e6f';
const event: WebhookEvent = webhookEventSchema.parse({
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
      createdAt: '2026-11-23T08:00:00.000Z',
    },
  },
});

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
});
