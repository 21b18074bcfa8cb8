import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCli } from '#cli.test-setup.ts';
import { createApi } from '#connection/api.ts';
import { exitCodes } from '#exit-codes.ts';
import { runHere } from '#run-here.test-setup.ts';

const nothing = { code: exitCodes.done, stdout: '', stderr: '' };

async function openSettings() {
  // Pages of this machine can be checked.
  const cli = await openCli({ environment: { WEBHOOK_ALLOW: '127.0.0.0/8' } });
  const { url, session, password, folder, run, api, form } = cli;
  const { key: pipelineKey } = await createApi({ url, key: session.access_token }).call('createApiKey', {
    body: { name: 'pipeline', scopes: ['forms:write', 'integrations:write'], password },
  });
  const { key: readKey } = await createApi({ url, key: session.access_token }).call('createApiKey', {
    body: { name: 'reader', scope: 'read', password },
  });
  const file = join(folder, 'inlet.yml');
  const read = () => readFile(file, 'utf8');
  return {
    ...{ ...cli, file, read, api, form, pipelineKey, readKey, pipeline: createApi({ url, key: pipelineKey }) },
    spawn: (args: readonly string[], input?: string) => run(args, { token: pipelineKey }, input),
    /** Runs a command with the key of a pipeline. */
    run: (args: readonly string[], answer?: boolean) => runHere(args, { token: pipelineKey, url, folder }, answer),
    edit: async (change: (text: string) => string) => {
      const before = await read();
      const after = change(before);
      expect(after).not.toBe(before);
      await writeFile(file, after);
    },
  };
}

type Settings = Awaited<ReturnType<typeof openSettings>>;

it('settings, rules and types of forms are kept in files and pages are checked, by a key that reads no submission', async () => {
  const settings = await openSettings();
  await keepSettings(settings);
  await keepRules(settings);
  await checkPages(settings);
});

async function keepSettings({
  file,
  read,
  edit,
  run,
  spawn,
  form,
  pipeline,
  pipelineKey,
  url,
}: Settings): Promise<void> {
  const path = { id: form.id };
  const slack = { kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/secret', name: 'Sales' };
  const { id: targetId } = await pipeline.call('createTarget', { path, body: slack });

  for (const refused of ['submissions', 'export', 'live']) {
    const headers = { authorization: `Bearer ${pipelineKey}` };
    expect((await fetch(`${url}/api/v1/forms/${form.id}/${refused}`, { headers })).status).toBe(403);
  }

  expect(await run(['pull', file])).toMatchObject({ code: exitCodes.done, stderr: '' });
  const pulled = await read();
  expect(pulled).toContain('url: https://hooks.slack.com/••••');
  expect(await run(['plan', file])).toMatchObject(nothing);
  expect(await run(['push', file, '--yes'])).toMatchObject({ code: exitCodes.done });
  expect(await read()).toBe(pulled);

  await edit(
    (text) =>
      `${text
        .replace('language: null', 'language: de # for the site in Germany')
        .replace('retentionDays: null', 'retentionDays: 30')
        .replace('blockList: []', 'blockList:\n        - Casino')
        .replace('fields: []', 'fields:\n        - name: email\n          type: email\n          required: true')
        .replace('mode: off', 'mode: enforce')
        .replace('enabled: false', 'enabled: true')
        .replace('      recipients:', '      recipients:\n        - email: team@example.com')
        .replace('headers: {}', 'headers: { X-Team: "blue" }')}
  # The list of people who want news.
  - name: Newsletter
    allowedOrigins: []
    closesAt: 2030-01-01T00:00:00Z
    rules: { mode: warn, fields: [{ name: email, type: email }] }
    page:
      enabled: true
      title: News
    targets:
      - kind: telegram
        settings: { token: "1:abc", chatId: "42" }
        when: { all: [{ field: email, op: contains, value: example }] }
`,
  );

  const planned = await spawn(['plan', file]);
  expect(planned).toMatchObject({ code: exitCodes.difference, stderr: '' });
  expect(planned.stdout).toContain(`~ form "Contact" ${form.id}`);
  expect(planned.stdout).toContain('~ language: null → "de"');
  expect(planned.stdout).toContain('+ rules.fields[email]: {"name":"email","type":"email","required":true}');
  expect(planned.stdout).toContain('! team@example.com is asked by mail to confirm');
  expect(planned.stdout).toContain(
    '1 form to create, 1 form to change, 1 integration to create, 1 integration to change.',
  );
  expect(planned.stdout).not.toMatch(/blue|1:abc/);
  const { changes } = JSON.parse((await run(['plan', file, '--json'])).stdout);
  expect(changes).toContainEqual({
    ...{ step: 'update', form: { id: form.id, name: 'Contact' }, target: null },
    ...{ path: 'language', before: null, after: 'de' },
  });

  expect(await spawn(['push', file])).toMatchObject({
    code: exitCodes.usage,
    stderr: expect.stringContaining('--yes'),
  });
  expect(await run(['push', file], false)).toMatchObject({
    code: exitCodes.failed,
    stderr: expect.stringContaining('Nothing was changed'),
  });
  const pushed = await spawn(['push', file], 'y\n');
  expect(pushed).toMatchObject({ code: exitCodes.done, stdout: expect.stringContaining('Applied.') });
  expect(await run(['plan', file])).toMatchObject(nothing);
  expect(await run(['plan', file, '--json'])).toMatchObject({ code: exitCodes.done });

  const after = await read();
  expect(after).toContain('language: de # for the site in Germany');
  expect(after).toContain('# The list of people who want news.');
  expect(after).toMatch(/- id: [\da-f-]{36}\n {4}name: Newsletter\n {4}allowedOrigins: \[\]/);
  expect(after).not.toMatch(/blue|1:abc/);
  expect(await run(['pull', file])).toMatchObject({ code: exitCodes.done, stdout: `${file} is up to date.\n` });
  expect(await read()).toBe(after);
  const pulledAgain = await run(['pull', file, '--json']);
  expect(JSON.parse(pulledAgain.stdout)).toMatchObject({ file });

  const { forms } = await pipeline.call('listForms');
  const news = forms.find(({ name }) => name === 'Newsletter');
  expect(news).toMatchObject({ allowedOrigins: [], closesAt: '2030-01-01T00:00:00.000Z', isActive: true });
  const changed = await pipeline.call('readForm', { path });
  expect(changed).toMatchObject({ language: 'de', retentionDays: 30 });
  expect(await pipeline.call('readPage', { path })).toMatchObject({ enabled: true });
  expect(await pipeline.call('readSpamSettings', { path })).toMatchObject({ blockList: ['casino'] });
  const { recipients } = await pipeline.call('readNotifications', { path });
  expect(recipients).toContainEqual(expect.objectContaining({ email: 'team@example.com', state: 'unconfirmed' }));
  expect(await pipeline.call('readTarget', { path: { id: targetId } })).toMatchObject({
    ...{ name: 'Sales', url: 'https://hooks.slack.com/••••', headers: ['X-Team'] },
  });

  // The next run of a pipeline has the file as somebody committed it, without the ids that the last run wrote.
  const committed = `${file}.committed`;
  await writeFile(committed, 'forms:\n  - name: Newsletter\n    allowedOrigins: []\n');
  expect(await run(['push', committed, '--yes'])).toMatchObject({
    code: exitCodes.failed,
    stderr: expect.stringContaining(`exists already, with the id ${news?.id}`),
  });

  // What changes in the dashboard is a difference until it is pulled.
  await pipeline.call('updateForm', { path, body: { name: 'Contact us' } });
  const { id: hook } = await pipeline.call('createTarget', { path, body: { url: 'https://example.com/hook' } });
  expect(await run(['plan', file])).toMatchObject({
    code: exitCodes.difference,
    stdout: expect.stringContaining('Contact us'),
  });
  expect(await run(['pull', file])).toMatchObject({ code: exitCodes.done });
  expect(await read()).toContain(`    name: Contact us`);
  expect(await read()).toContain(`      - id: ${hook}`);
  expect(await read()).toContain('language: de # for the site in Germany');
  expect((await run(['plan', file])).code).toBe(exitCodes.done);

  await writeFile(file, after.slice(after.indexOf('  # The list'), after.length).replace(/^/, 'forms:\n'));
  expect(await run(['plan', file])).toMatchObject({ code: exitCodes.done, stdout: '' });
  expect((await run(['plan', file, '--delete'])).stdout).toContain(`- form "Contact us" ${form.id}`);
  const deleted = await run(['push', file, '--delete', '--yes', '--json']);
  const { changes: removed } = JSON.parse(deleted.stdout);
  expect(removed).toContainEqual(
    expect.objectContaining({ step: 'delete', form: { id: form.id, name: 'Contact us' } }),
  );
  expect((await pipeline.call('listForms')).forms.map(({ id }) => id)).toEqual([news?.id]);
}

async function keepRules({ folder, api, pipeline, run, url, readKey }: Settings): Promise<void> {
  const form = await api.call('createForm', { body: { name: 'Orders', allowedOrigins: ['https://example.com'] } });
  const path = { id: form.id };
  const file = join(folder, 'rules.yml');
  const read = () => readFile(file, 'utf8');

  // Types come from what came in until there are rules, which takes a key that reads submissions.
  expect(await run(['types', 'Orders'])).toMatchObject({ code: exitCodes.notAllowed });
  const reading = { token: readKey, url, folder };
  expect(await runHere(['types', form.endpointUrl], reading)).toMatchObject({
    code: exitCodes.failed,
    stderr: expect.stringContaining('nothing came in'),
  });
  const body = new URLSearchParams({ email: 'ada@example.com', 'your name': 'Ada' });
  const sent = await fetch(form.endpointUrl, { method: 'POST', headers: { origin: 'https://example.com' }, body });
  expect(sent.status).toBe(200);
  await expect.poll(async () => (await pipeline.call('readForm', { path })).submissionCount).toBe(1);
  expect((await runHere(['types', 'Orders'], reading)).stdout).toContain("  'your name': string;");

  await writeFile(file, '# The rules\nmode: enforce # strictly\nfields:\n  - name: email\n    type: mail\n');
  expect(await run(['rules', 'push', 'Orders', file])).toMatchObject({
    code: exitCodes.usage,
    stderr: expect.stringContaining(`${file}:5: fields[0].type: A type is one of`),
  });
  await writeFile(file, (await read()).replace('type: mail\n', 'type: email\n    required: true\n'));
  const tried = await run(['rules', 'push', 'Orders', file, '--dry-run', '--json']);
  expect(JSON.parse(tried.stdout)).toMatchObject({
    isSaved: false,
    changes: [{ path: 'mode', before: 'off', after: 'enforce' }, {}],
  });
  expect((await pipeline.call('readRules', { path })).version).toBe(0);
  expect(await run(['rules', 'push', 'Orders', file])).toMatchObject({ code: exitCodes.done });
  expect(await pipeline.call('readRules', { path })).toMatchObject({ version: 1, mode: 'enforce' });

  expect(await run(['rules', 'pull', 'Orders', file])).toMatchObject({ code: exitCodes.done });
  expect(await read()).toContain('mode: enforce # strictly\n');
  expect(await read()).toContain('version: 1\n');
  const json = join(folder, 'rules.json');
  expect(await run(['rules', 'pull', 'Orders', json])).toMatchObject({ code: exitCodes.done });
  expect(await run(['rules', 'pull', 'Orders', '--json'])).toMatchObject({ stdout: await readFile(json, 'utf8') });

  await writeFile(json, (await readFile(json, 'utf8')).replace('"enforce"', '"warn"'));
  expect(await run(['rules', 'push', 'Orders', json])).toMatchObject({ code: exitCodes.done });
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ version: 2, mode: 'warn' });
  const stale = await run(['rules', 'push', 'Orders', file, '--json']);
  expect(stale.code).toBe(exitCodes.failed);
  expect(JSON.parse(stale.stderr)).toMatchObject({
    code: 'rules_changed',
    next: expect.stringContaining('rules pull'),
  });
  expect((await pipeline.call('readRules', { path })).mode).toBe('warn');

  const types = await run(['types', form.endpointId, '--name', 'Sent']);
  expect(types).toMatchObject({
    code: exitCodes.done,
    stdout: expect.stringContaining('export interface Sent {\n  email: string;\n}'),
  });
  const told = JSON.parse((await run(['types', 'Orders', '--json'])).stdout);
  expect(told).toMatchObject({ name: 'Orders', source: 'rules', version: 2 });

  // What only the installation can refuse has its line, too.
  const settings = join(folder, 'inlet.yml');
  await writeFile(
    settings,
    `forms:\n  - id: ${form.id}\n    allowedOrigins:\n      - https://a.example\n      - https://*.co.uk\n`,
  );
  expect(await run(['push', settings, '--yes'])).toMatchObject({
    code: exitCodes.failed,
    stderr: expect.stringMatching(/inlet\.yml:[345]: forms\[0\]/),
  });
  expect(await run(['plan', join(folder, 'none.yml')])).toMatchObject({ code: exitCodes.notFound });
  await writeFile(settings, 'forms:\n  - name: New\n');
  // A pipeline takes the code of a difference for success.
  const faulty = await run(['plan', settings]);
  expect(faulty.stderr).toContain('inlet.yml:2: forms[0]: A new form needs allowedOrigins');
  await writeFile(settings, 'forms: [');
  const [broken, wrong] = [await run(['plan', settings]), await run(['plan', settings, '--url', 'nowhere'])];
  expect([faulty, broken, wrong].map(({ code }) => code)).toEqual(Array(3).fill(exitCodes.failed));
}

async function checkPages({ api, run }: Settings): Promise<void> {
  const form = await api.call('createForm', { body: { name: 'Checked', allowedOrigins: ['https://example.com'] } });
  await api.call('updateForm', { path: { id: form.id }, body: { allowedOrigins: [] } });
  let action = form.endpointUrl;
  const page = createServer((_request, response) => {
    const fields = '<input name="name"><input name="email" type="email"><input name="_gotcha" style="display:none">';
    response.setHeader('content-type', 'text/html').end(`<form action="${action}" method="post">${fields}</form>`);
  });
  await once(page.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void page.close());
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/contact`;

  const sound = await run(['check', url, 'Checked', '--json']);
  expect(JSON.parse(sound.stdout)).toMatchObject({ state: 'good', url });
  expect(sound).toMatchObject({ code: exitCodes.done, stderr: expect.stringContaining('a minute at most') });

  action = 'https://forms.example.com/f/other\u001b[2J';
  const faulty = await run(['check', url, form.id]);
  expect(faulty).toMatchObject({ code: exitCodes.failed, stdout: expect.stringContaining('form_elsewhere') });
  expect(faulty.stdout).toMatch(/Found [1-9]\d* faults? and \d+ notes?\.\n$/);
  expect(faulty.stdout).not.toContain('\u001b');
  expect(await run(['check', 'nowhere', 'Checked'])).toMatchObject({
    code: exitCodes.failed,
    stderr: expect.stringContaining('must start with https://'),
  });
}
