import { presetKeys, presets } from '@inlet/contracts/presets/all-presets';
import type { Template } from '@inlet/contracts/presets/preset';
import { noSpam } from '@inlet/contracts/spam';
import type { WebhookEvent } from '@inlet/contracts/webhook-events';
import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { createAllowList } from '#allow-list.ts';
import { checkAddress } from '#check-address.ts';
import { deliveryValues } from '#delivery-values.ts';
import { escapes } from '#escape-text.ts';
import { judgeAnswer } from '#judge-answer.ts';
import { renderDelivery } from '#render-delivery.ts';
import { readRetryAfter } from '#retry-schedule.ts';
import { signatureHeaders } from '#signatures.ts';

/** Characters of a template. */
const templateMax = 20_000;
const nobody = createAllowList([]);
const answerOf = (body: string, location = '') => ({ status: 302, headers: { location }, body });

function eventOf(data: Record<string, unknown>): WebhookEvent {
  const ids = { id: '0198c9f4-8a7b-7c3e-9a0f-000000000001', formId: '6b0d9a4e-0f2f-4a3b-8f59-0d3a8a4f7c11' };
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
  const at = '2026-11-23T08:00:00.000Z';
  const form = { id: ids.formId, name: 'Contact' };
  const submission = { ...ids, data, ...state, createdAt: at, url: 'https://inlet.test/forms/f?submission=s' };
  return { type: 'submission.created', timestamp: at, data: { form, submission } };
}

const values = { token: 'secret', chatId: '1', databaseId: 'd', baseId: 'b', table: 't' };
const deliver = (kind: (typeof presetKeys)[number], data: Record<string, unknown>, template?: Template) =>
  renderDelivery(presets[kind], { values, template }, eventOf(data), 'event');

const manyTimes = Array.from({ length: 2_400 }, () => '{{a}}');
const listOf = (text: string) => ({ a: Array.from({ length: 9_000 }, (_, n) => text.slice(n * 90, (n + 1) * 90)) });

const ofPresets = presetKeys.flatMap((kind): [string, TextReader][] => [
  [`renderDelivery: ${kind}`, (text) => deliver(kind, { message: text })],
  [`renderDelivery: ${kind}, name of a field`, (text) => deliver(kind, { [text]: 'a' })],
]);
/** The template replaces the preset's own, so presets with the same escaping do the same work. */
const escapingAlike = new Map(presetKeys.map((kind) => [presets[kind].dialect, kind]));
const ofDialects = [...escapingAlike.values()].flatMap((kind): [string, TextReader][] => [
  [`renderDelivery: ${kind}, a field many times`, (text) => deliver(kind, { a: text }, manyTimes)],
  [`renderDelivery: ${kind}, a list many times`, (text) => deliver(kind, listOf(text), manyTimes)],
]);

const readers: Readonly<Record<string, TextReader>> = {
  'checkAddress: text': (text) => checkAddress(text, nobody),
  'checkAddress: host': (text) => checkAddress(`https://${text}/`, nobody),
  'checkAddress: path': (text) => checkAddress(`https://a.example/${text}`, nobody),
  'deliveryValues: value': (text) => deliveryValues(eventOf({ message: text }), 'event')('fields'),
  'deliveryValues: name of a field': (text) => deliveryValues(eventOf({ [text]: 'a' }), 'event')('fields'),
  'judgeAnswer: body': (text) => judgeAnswer(presets.slack, { ...answerOf(text), status: 200 }),
  'judgeAnswer: location': (text) => judgeAnswer(presets.google_sheets, answerOf('', text)),
  readRetryAfter: (text) => readRetryAfter(text),
  'readRetryAfter: date': (text) => readRetryAfter(`${text} GMT`),
  ...escapes,
  'renderDelivery: template': (text) => deliver('custom', { a: 'b' }, text.slice(0, templateMax)),
  'renderDelivery: filled template': (text) => deliver('custom', { a: text }, '{{a}} {{fields}}'),
  ...Object.fromEntries([...ofPresets, ...ofDialects]),
  signatureHeaders: (body) => signatureHeaders({ id: 'event', body, at: new Date(0), secrets: ['whsec_c2VjcmV0'] }),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
