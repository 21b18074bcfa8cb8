import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { openCli } from '#cli.test-setup.ts';
import { createApi } from '#connection/api.ts';
import { exitCodes } from '#exit-codes.ts';

it('a machine signs in by a code, reads, and signs out', async () => {
  const { url, folder, form, session, password, run, start } = await openCli();
  const machine = { token: null };
  const person = createApi({ url, key: session.access_token });

  const login = start(['login', '--name', 'laptop', '--json'], machine);
  const [ended, printed] = [once(login, 'close'), text(login.stdout)];
  let code: string | undefined;
  for await (const line of createInterface({ input: login.stderr })) {
    code ??= /check that it shows the code (\S+)\.$/.exec(line)?.[1];
    if (code !== undefined) break;
  }
  await person.call('approveDevice', { path: { code: code ?? '' }, body: { scope: 'write', password } });
  expect(await ended).toEqual([exitCodes.done, null]);
  expect(JSON.parse(await printed)).toMatchObject({ url, workspace: expect.anything() });
  const me = await run(['whoami', '--json'], machine);
  expect(JSON.parse(me.stdout)).toMatchObject({ url, keyFrom: 'login' });
  expect((await run(['whoami'], machine)).stdout).toContain(`Installation  ${url}`);
  const { apiKeys } = await person.call('listApiKeys');
  expect(apiKeys.map(({ name }) => name)).toContain('laptop');

  const tail = start(['tail', form.id, '--json'], machine);
  onTestFinished(() => void tail.kill());
  const lines = createInterface({ input: tail.stdout })[Symbol.asyncIterator]();
  const notes = createInterface({ input: tail.stderr })[Symbol.asyncIterator]();
  expect((await notes.next()).value).toContain('Waiting for submissions');
  await fetch(`${url}/f/${form.endpointId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'lin@example.com', message: '\u001b[2Jhello' }),
  });
  expect(JSON.parse(String((await lines.next()).value))).toMatchObject({ data: { email: 'lin@example.com' } });

  const exported = await run(['export', form.id, '--format', 'ndjson'], machine);
  expect(JSON.parse(exported.stdout)).toMatchObject({ data: { email: 'lin@example.com' } });
  expect((await run(['export', form.id, '--format', 'csv'], machine)).stdout).toContain('lin@example.com');

  const file = join(folder, 'contact.csv');
  const written = await run(['export', form.id, '--output', file, '--json'], machine);
  expect(JSON.parse(written.stdout)).toMatchObject({ formId: form.id, format: 'csv', file });
  const wrongExport = await run(['export', form.id, '--json'], machine);
  expect(wrongExport.code).toBe(exitCodes.usage);
  expect(JSON.parse(wrongExport.stderr)).toMatchObject({ next: expect.stringContaining('--output') });
  const unknown = await run(['tail', 'Nowhere', '--json'], machine);
  expect(unknown.code).toBe(exitCodes.notFound);
  expect(JSON.parse(unknown.stderr)).toMatchObject({ next: expect.stringContaining('inlet forms') });

  const names = JSON.parse((await run(['completion', 'forms', '--json'], machine)).stdout);
  expect(names).toEqual({ names: [form.name] });
  const wrongShell = await run(['completion', 'fish', '--json'], machine);
  expect(wrongShell.code).toBe(exitCodes.usage);
  expect(JSON.parse(wrongShell.stderr)).toMatchObject({ code: 'wrong_usage', next: expect.stringContaining('--help') });
  for (const shell of ['bash', 'zsh']) {
    const script = await run(['completion', shell], machine);
    expect(script).toMatchObject({ code: exitCodes.done });
    expect(script.stdout).toContain('listen');
    if (shell === 'bash') expect(spawnSync('bash', ['-n'], { input: script.stdout }).status).toBe(0);
  }

  const signedOut = await run(['logout', '--json'], machine);
  expect(JSON.parse(signedOut.stdout)).toEqual({ url, wasSignedIn: true });
  expect(JSON.parse((await run(['logout', '--json'], machine)).stdout)).toEqual({ url, wasSignedIn: false });
  expect((await person.call('listApiKeys')).apiKeys.map(({ name }) => name)).not.toContain('laptop');
  const nobody = await run(['whoami', '--json'], machine);
  expect(nobody.code).toBe(exitCodes.notAllowed);
  expect(JSON.parse(nobody.stderr)).toMatchObject({
    code: 'not_signed_in',
    next: expect.stringContaining('inlet login'),
  });
  const noKey = await run(['login', '--token', '--json'], machine);
  expect(noKey.code).toBe(exitCodes.usage);
  expect(JSON.parse(noKey.stderr)).toMatchObject({ code: 'missing_key', next: expect.stringContaining('--token') });
});
