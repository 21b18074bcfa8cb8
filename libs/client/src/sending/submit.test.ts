import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { submit } from '#client.ts';

const endpoint = 'https://inlet.test/f/abc';
const stored = { success: true, submissionId: 'the-id', message: 'Thank you', next: `${endpoint}/thanks` };

type Answer = readonly [status: number, body: object | string, headers?: Record<string, string>] | 'away';

/** The far side of the network: answers one request after the other, the last one for ever. */
function answerWith(...answers: readonly Answer[]) {
  const sent: { key: string; type: string | null; body: unknown; atMs: number }[] = [];
  vi.stubGlobal('fetch', async (_url: string, request: RequestInit) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    const headers = new Headers(request.headers);
    const key = headers.get('idempotency-key') ?? '';
    sent.push({ key, type: headers.get('content-type'), body: request.body, atMs: Date.now() });
    if (answer === undefined || answer === 'away') throw new TypeError('fetch failed');
    const [status, body, more = {}] = answer;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: more });
  });
  return sent;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The outcome after all pauses. */
async function outcomeOf(submission: ReturnType<typeof submit>) {
  const settled = submission.then(
    (outcome) => outcome,
    (error: unknown) => ({ state: 'thrown', error }),
  );
  await vi.runAllTimersAsync();
  return settled;
}

it('sends an object as JSON and a form as a browser does, each with a key of its own', async () => {
  const sent = answerWith([200, stored]);
  expect(await outcomeOf(submit(endpoint, { a: [1, { b: 'é' }] }))).toMatchObject({ state: 'sent', ...stored });
  const form = new FormData();
  form.append('a', '1');
  form.append('a', 'é');
  form.append('cv', new File([], ''));
  await outcomeOf(submit(endpoint, form));
  expect(sent.map(({ body }) => String(body))).toEqual(['{"a":[1,{"b":"é"}]}', 'a=1&a=%C3%A9']);
  expect(sent[0]?.type).toBe('application/json');
  expect(sent[0]?.key).toMatch(/^[\d-]{8,60}$/);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

it('leaves a form with files as it is', async () => {
  const sent = answerWith([200, stored]);
  const form = new FormData();
  form.append('cv', new File(['x'], 'cv.txt'));
  await outcomeOf(submit(endpoint, form));
  expect(sent[0]?.body).toBe(form);
});

it('tries again with the same key until the service has stored it', async () => {
  const html = '<h1>Bad Gateway</h1>';
  const sent = answerWith('away', [502, html], [408, {}], [429, { code: 'rate_limited' }], [200, html], [200, stored]);
  expect(await outcomeOf(submit(endpoint, { a: 1 }))).toMatchObject({ state: 'sent', message: 'Thank you' });
  expect(sent).toHaveLength(6);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it('waits as long as the service asks, in seconds or until a date', async () => {
  const date = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 40_000).toUTCString();
  const sent = answerWith([503, {}, { 'retry-after': '30' }], [503, {}, { 'retry-after': date }], [200, stored]);
  await outcomeOf(submit(endpoint, { a: 1 }));
  const [first = 0, second = 0, third = 0] = sent.map(({ atMs }) => atMs);
  expect(second - first).toBeGreaterThanOrEqual(30_000);
  expect(third).toBeGreaterThanOrEqual(Date.parse(date));
});

it('refuses at once when the service asks for more than a minute, and says how long', async () => {
  const error = 'Too many files are being received right now.';
  const sent = answerWith([503, { success: false, error, code: 'unavailable' }, { 'retry-after': '3600' }]);
  expect(await outcomeOf(submit(endpoint, { a: 1 }))).toMatchObject({
    ...{ state: 'refused', message: error, code: 'unavailable', retryAfterMs: 3_600_000 },
  });
  expect(sent).toHaveLength(1);
});

it.each([
  ['a date that is over', new Date(0).toUTCString(), 10, 0],
  ['a negative time', '-100000', 10, 0],
  ['more than a timer can wait', '3000000', 1, 3_600_000],
])('waits neither less than no time nor more than an hour: %s', async (_what, retryAfter, attempts, retryAfterMs) => {
  const sent = answerWith([503, {}, { 'retry-after': retryAfter }]);
  expect(await outcomeOf(submit(endpoint, { a: 1 }))).toMatchObject({ state: 'refused', retryAfterMs });
  expect(sent).toHaveLength(attempts);
});

it('gives up after ten attempts without an answer, in less than two minutes', async () => {
  const sent = answerWith('away');
  const startMs = Date.now();
  expect(await outcomeOf(submit(endpoint, { a: 1 }, { texts: { refused: 'Nicht gesendet.' } }))).toMatchObject({
    ...{ state: 'refused', message: 'Nicht gesendet.', code: 'http_0', errors: [], retryAfterMs: 0 },
  });
  expect(sent).toHaveLength(10);
  expect(Date.now() - startMs).toBeLessThan(120_000);
});

it.each<[string, Answer, string, string]>([
  [
    'errors of fields',
    [422, { error: 'Wrong', code: 'invalid_fields', errors: [{ field: 'a' }] }],
    'Wrong',
    'invalid_fields',
  ],
  ['a closed form', [403, { error: 'Closed', code: 'form_closed' }], 'Closed', 'form_closed'],
  ['a full month', [429, { error: 'Full', code: 'submission_limit_reached' }], 'Full', 'submission_limit_reached'],
  ['a page of a proxy', [404, '<h1>Not found</h1>'], 'Not sent. Please try again.', 'http_404'],
  ['a reused key', [422, { error: 'Reused', code: 'idempotency_key_reused' }], 'Reused', 'idempotency_key_reused'],
])('does not try again after %s', async (_what, answer, message, code) => {
  const sent = answerWith(answer, [200, stored]);
  const outcome = await outcomeOf(submit(endpoint, { a: 1 }, { key: 'order 17' }));
  expect(outcome).toMatchObject({ state: 'refused', message, code });
  expect(outcome).toHaveProperty('retryAfterMs', undefined);
  expect(sent.map(({ key }) => key)).toEqual(['order 17']);
});

it('gives the changed fields of a form another key, which a repeat has too', async () => {
  const reused: Answer = [422, { code: 'idempotency_key_reused' }];
  const sent = answerWith(reused, 'away', [200, stored]);
  expect(await outcomeOf(submit(endpoint, { a: 2 }, { key: 'k', isFormKey: true }))).toMatchObject({ state: 'sent' });
  expect(sent.map(({ key }) => key)).toEqual(['k', 'k+', 'k+']);
});

it('gives up after ten keys of a form if every one is called a used one', async () => {
  const sent = answerWith([422, { code: 'idempotency_key_reused' }]);
  const outcome = await outcomeOf(submit(endpoint, { a: 2 }, { key: 'k', isFormKey: true }));
  expect(outcome).toMatchObject({ state: 'refused', code: 'idempotency_key_reused' });
  expect(sent).toHaveLength(10);
});
