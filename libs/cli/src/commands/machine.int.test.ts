import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { openCli } from '#cli.test-setup.ts';
import { createApi } from '#connection/api.ts';
import { exitCodes } from '#exit-codes.ts';

it('a machine signs in by a code, reads, and signs out', async () => {
  const { url, form, session, password, run, start } = await openCli();
  const machine = { token: null };
  const person = createApi({ url, key: session.access_token });

  const login = start(['login', '--name', 'laptop', '--json'], machine);
  const ended = once(login, 'close');
  let code: string | undefined;
  for await (const line of createInterface({ input: login.stderr })) {
    code ??= /check that it shows the code (\S+)\.$/.exec(line)?.[1];
    if (code !== undefined) break;
  }
  await person.call('approveDevice', { path: { code: code ?? '' }, body: { scope: 'write', password } });
  expect(await ended).toEqual([exitCodes.done, null]);
  expect(await run(['whoami'], machine)).toMatchObject({ code: exitCodes.done });
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

  for (const shell of ['bash', 'zsh']) {
    const script = await run(['completion', shell], machine);
    expect(script).toMatchObject({ code: exitCodes.done });
    expect(script.stdout).toContain('listen');
    if (shell === 'bash') expect(spawnSync('bash', ['-n'], { input: script.stdout }).status).toBe(0);
  }

  expect(await run(['logout'], machine)).toMatchObject({ code: exitCodes.done });
  expect((await person.call('listApiKeys')).apiKeys.map(({ name }) => name)).not.toContain('laptop');
  expect((await run(['whoami', '--json'], machine)).code).toBe(exitCodes.notAllowed);
});
