import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCli } from '#cli.test-setup.ts';
import { exitCodes } from '#exit-codes.ts';

it('sends fields and files to a form, once for each key, and says what is wrong with them', async () => {
  const { api, folder, form, run } = await openCli();
  const path = { id: form.id };
  const signedOut = { token: null };

  const sent = await run(['submit', 'Contact', 'email=ada@example.com', 'age:=36', '--key', 'order 17']);
  expect(sent).toMatchObject({
    code: exitCodes.done,
    stderr: '',
    stdout: expect.stringMatching(/^Stored as [\da-f-]+\./),
  });
  const again = ['submit', form.endpointUrl, '--json', '--key', 'order 17'];
  const repeated = await run(again, signedOut, '{"email":"ada@example.com","age":36}');
  const { submissionId, key, endpoint } = JSON.parse(repeated.stdout);
  expect([key, endpoint]).toEqual(['order 17', form.endpointUrl]);
  expect(sent.stdout).toContain(submissionId);
  const reused = await run([...again, '--data', '{"email":"eve@example.com"}'], signedOut);
  expect(reused.code).toBe(exitCodes.failed);
  expect(JSON.parse(reused.stderr)).toMatchObject({
    code: 'idempotency_key_reused',
    next: expect.stringContaining('--key'),
  });

  await api.call('updateForm', { path, body: { takesFiles: true } });
  await writeFile(join(folder, 'cv.txt'), 'Ada');
  const withFile = await run(['submit', form.endpointId, 'name=Ada', `cv=@${join(folder, 'cv.txt')}`, '--json']);
  expect(withFile).toMatchObject({ code: exitCodes.done, stderr: '' });

  const rules = { version: 0, mode: 'enforce', unknown: 'keep', fields: [{ name: 'email', type: 'email' }] } as const;
  await api.call('saveRules', { path, body: { ...rules, fields: [...rules.fields] } });
  await expect
    .poll(async () => (await run(['submit', form.endpointUrl, 'email=ada'], signedOut)).code)
    .toBe(exitCodes.failed);
  const refused = await run(['submit', form.endpointUrl, 'email=ada', '--json'], signedOut);
  expect(refused.stdout).toBe('');
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'invalid_fields', issues: [{ field: 'email' }] });

  await api.call('updateForm', { path, body: { allowedOrigins: ['https://example.com'] } });
  await expect
    .poll(async () => (await run(['submit', form.endpointUrl, 'email=a@example.com'], signedOut)).code)
    .toBe(exitCodes.notAllowed);
  const unknown = await run(['submit', `${form.endpointUrl.slice(0, -1)}_`, 'a=1'], signedOut);
  expect(unknown).toMatchObject({ code: exitCodes.notFound, stderr: expect.stringContaining('Check the address') });
  const signIn = await run(['submit', 'Contact', 'a=1'], signedOut);
  expect(signIn).toMatchObject({ code: exitCodes.notAllowed, stderr: expect.stringContaining('inlet login') });
  expect((await run(['submit', form.endpointUrl], signedOut)).code).toBe(exitCodes.usage);
});
