import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import { openCli, runCli, spawnCli } from '#cli.test-setup.ts';
import { exitCodes } from '#exit-codes.ts';

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

const json = (body: string, headers: Sent['headers'] = {}): Sent => ({
  headers: { 'content-type': 'application/json', ...headers },
  body,
});
const form = (body: string, headers: Sent['headers'] = {}): Sent => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body,
});
const page = { accept: 'text/html,application/xhtml+xml', referer: 'https://shop.example/contact' };
const parts = (...entries: readonly [string, string | File][]): Sent => {
  const body = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value);
  }
  return { body };
};
const raw = (type: string, body: string): Sent => ({ headers: { 'content-type': type }, body });

/** What pages and programs send, in an order where the keys matter. */
const requests: Readonly<Record<string, Sent>> = {
  'a JSON object': json('{"email":"ada@example.com","n":1.0}'),
  'a JSON list': json('[1]'),
  'JSON that ends early': json('{"a":'),
  'an empty object': json('{}'),
  'only options': json('{"_subject":"Hello"}'),
  'a message of its own': json('{"a":"1","_success_message":"Danke"}'),
  'a message that is too long': json(`{"a":"1","_success_message":"${'x'.repeat(1_001)}"}`),
  'the honeypot': json('{"a":"1","_gotcha":"x"}'),
  'a control character': json('{"a":"\\u0000"}'),
  'too many fields': json(`{${Array.from({ length: 201 }, (_, n) => `"f${n}":1`).join()}}`),
  'a name that is too long': json(`{"${'n'.repeat(201)}":1}`),
  'deep nesting': json(`{"a":${'['.repeat(30)}${']'.repeat(30)}}`),
  'another charset': { headers: { 'content-type': 'application/json; charset=utf-16' }, body: '{"a":"1"}' },
  'a key': json('{"email":"ada@example.com"}', { 'idempotency-key': 'order 17' }),
  'the key again': json('{"email":"ada@example.com"}', { 'idempotency-key': 'order 17' }),
  'the key with other fields': json('{"email":"eve@example.com"}', { 'idempotency-key': 'order 17' }),
  'the key as a field': form('email=eve%40example.com&_idempotency_key=order+17'),
  'a key that is too long': json('{"a":"1"}', { 'idempotency-key': 'k'.repeat(256) }),
  'an HTML form': form('email=ada%40example.com&day=mon&day=tue', page),
  'an HTML form with a redirect': form('a=1&_next=https%3A%2F%2Fshop.example%2Fthanks', page),
  'an HTML form with a stranger as the redirect': form('a=1&_redirect=https%3A%2F%2Feve.example', page),
  'an HTML form in German': form('a=1', { ...page, 'accept-language': 'de' }),
  'an empty HTML form': form('', page),
  'a form by fetch': form('a=1', { accept: 'application/json', origin: 'https://shop.example' }),
  'a redirect by fetch': json('{"a":"1","_redirect":"https://shop.example/x"}', { origin: 'https://shop.example' }),
  'the origin null': json('{"a":"1"}', { origin: 'null' }),
  'a form in Latin-1': raw('application/x-www-form-urlencoded; charset=iso-8859-1', 'name=Ren%E9'),
  parts: parts(['a', '1'], ['a', '2'], ['b', 'é']),
  'a file': parts(['name', 'Ada'], ['cv', new File(['text'], 'cv.txt')]),
  'an empty file': parts(['name', 'Ada'], ['cv', new File([], '')]),
  'eleven files': parts(...Array.from({ length: 11 }, (_, n) => ['f', new File(['x'], `${n}.txt`)] as [string, File])),
  'parts without a boundary': raw('multipart/form-data', 'a'),
  'parts that end early': raw('multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="a"\r\n'),
  'plain text': raw('text/plain', 'a=1'),
  'a content encoding': json('{"a":"1"}', { 'content-encoding': 'gzip' }),
  'more than a megabyte': json(`{"a":"${'x'.repeat(1_100_000)}"}`),
  'a preflight': {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-headers': 'content-type' },
  },
  'a look by a browser': { method: 'GET', headers: page },
  'a look by a program': { method: 'GET' },
  'another method': { method: 'PUT', ...json('{}') },
  'the page of thanks': { path: '/thanks', method: 'GET', headers: page },
  'the schema': { path: '/schema', method: 'GET' },
  'a post to the schema': { path: '/schema', ...json('{}') },
  'the hosted page': { path: '/page', ...form('a=1', page) },
  'a check without its mark': { path: '/check', ...json('{"a":"1"}') },
  'an id that no form has': { path: '!', ...json('{"a":"1"}') },
};

/** With rules, these are judged. */
const judged: Readonly<Record<string, Sent>> = {
  'what fits': json('{"email":"ada@example.com"}'),
  'a missing field': json('{"name":"Ada"}'),
  'two faults': form('email=ada&name=', page),
  'a robot': json('{"name":"Ada","_gotcha":"1"}'),
  'the schema': { path: '/schema', method: 'GET' },
};

const rulesFile = `mode: enforce
unknown: refuse
fields:
  - name: email
    type: email
    required: true
  - name: name
    label: Your name
    type: text
    minLength: 2
`;

/** The headers of the connection and of the moment. */
const passing = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

/** Sends everything to an endpoint. What is new in each answer gets a number, in the order of its appearance. */
async function answersOf(endpoint: string, publicUrl: string, sent: Readonly<Record<string, Sent>>) {
  const ids: string[] = [];
  const numbered = (id: string) => {
    if (!ids.includes(id)) ids.push(id);
    return `id ${ids.indexOf(id)}`;
  };
  const neutral = (text: string) =>
    text
      .replaceAll(publicUrl, 'https://inlet.example')
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, numbered);
  const answers: Record<string, object> = {};
  for (const [name, { path = '', method = 'POST', headers = {}, body }] of Object.entries(sent)) {
    const response = await fetch(`${endpoint}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const kept = [...response.headers].filter(([header]) => !passing.has(header));
    const told = kept.map(([header, value]) => [header, neutral(value)]);
    answers[name] = {
      status: response.status,
      headers: Object.fromEntries(told),
      body: neutral(await response.text()),
    };
  }
  return answers;
}

/** A machine without the network, as far as Inlet is concerned. */
const signedOut = { token: null, url: 'http://127.0.0.1:9' };

async function startDev(folder: string, args: readonly string[] = []) {
  const child = spawnCli(['dev', '--port', '0', '--json', ...args], { ...signedOut, folder });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const lines: { readonly type: string; readonly url: string; readonly [name: string]: unknown }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  await expect.poll(() => lines[0]?.type).toBe('ready');
  const stop = async () => {
    child.kill('SIGINT');
    const [code] = await ended;
    return code;
  };
  return { url: lines[0]?.url ?? '', lines, stop };
}

it('answers as the product does', async () => {
  const cli = await openCli();
  const { api, folder, form: open, product, url } = cli;
  const rulesPath = join(folder, 'rules.yml');
  await writeFile(rulesPath, rulesFile);
  const ruled = await api.call('createForm', { body: { name: 'Rules', allowedOrigins: ['https://shop.example'] } });
  expect((await cli.run(['rules', 'push', ruled.id, rulesPath])).code).toBe(exitCodes.done);
  await expect.poll(async () => (await fetch(`${ruled.endpointUrl}/schema`)).status).toBe(200);

  const mock = await startDev(folder);
  const at = ({ endpointId }: typeof open) => `/f/${endpointId}`;
  const [real, imitated] = [
    await answersOf(`${product.urls.ingest}${at(open)}`, url, requests),
    await answersOf(`${mock.url}${at(open)}`, mock.url, requests),
  ];
  expect(imitated).toEqual(real);
  expect(Object.keys(real).length).toBeGreaterThanOrEqual(40);
  const statuses = Object.values(real).map((answer) => Object(answer).status);
  expect(new Set(statuses)).toEqual(new Set([200, 204, 303, 400, 404, 405, 413, 415, 422]));

  const strict = await startDev(folder, ['--rules', rulesPath, '--origin', 'https://shop.example']);
  const fromShop = Object.fromEntries(
    Object.entries(judged).map(([name, sent]) => [
      name,
      { ...sent, headers: { ...sent.headers, origin: 'https://shop.example' } },
    ]),
  );
  const all = { ...fromShop, 'another website': judged['what fits'] ?? {} };
  expect(await answersOf(`${strict.url}${at(ruled)}`, strict.url, all)).toEqual(
    await answersOf(`${product.urls.ingest}${at(ruled)}`, url, all),
  );
});

it('prints what arrives, and refuses what it is told to refuse', async () => {
  const folder = await createDisposableFolder();
  const run = (args: readonly string[]) => runCli(args, { ...signedOut, folder });
  const mock = await startDev(folder, ['--fail', '503,429', '--no-files']);
  const endpoint = `${mock.url}/f/abcdefghijkl`;
  // The client tries again until it is stored.
  const sent = await run(['submit', endpoint, 'email=ada@example.com', '--json']);
  expect(sent).toMatchObject({ code: exitCodes.done, stderr: expect.any(String) });
  const { submissionId } = JSON.parse(sent.stdout);
  await fetch(endpoint, { method: 'POST', ...parts(['cv', new File(['x'], 'cv.txt')]) });
  await expect.poll(() => mock.lines.length).toBe(5);
  expect(mock.lines.slice(1)).toEqual([
    { type: 'refused', code: 'unavailable' },
    { type: 'refused', code: 'rate_limited' },
    expect.objectContaining({
      type: 'submission',
      id: submissionId,
      endpointId: 'abcdefghijkl',
      data: { email: 'ada@example.com' },
    }),
    { type: 'refused', code: 'no_file_uploads' },
  ]);

  const taken = await run(['dev', '--port', new URL(mock.url).port, '--json']);
  expect(taken.code).toBe(exitCodes.failed);
  expect(JSON.parse(taken.stderr)).toMatchObject({ code: 'port_unavailable', next: expect.stringContaining('--port') });
  const wrong = ['--port=x', '--fail=200', '--origin=shop', '--rules=none.yml'];
  for (const option of wrong) {
    const { code, stderr } = await run(['dev', option, '--json']);
    expect([exitCodes.usage, exitCodes.notFound]).toContain(code);
    expect(JSON.parse(stderr)).toMatchObject({ code: expect.any(String), next: expect.any(String) });
  }
  expect(await mock.stop()).toBe(exitCodes.done);
});
