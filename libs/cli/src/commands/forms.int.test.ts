import { expect, it } from 'vitest';
import { openCli } from '#cli.test-setup.ts';
import { exitCodes } from '#exit-codes.ts';

it('lists forms for people and scripts, and says what to do where it cannot', async () => {
  const { form, run } = await openCli();

  const listed = await run(['forms']);
  expect(listed).toMatchObject({ code: exitCodes.done, stderr: '' });
  expect(listed.stdout).toContain(`${form.id}  ${form.endpointId}`);
  const { forms } = JSON.parse((await run(['forms', '--json'])).stdout);
  expect(forms).toEqual([expect.objectContaining({ id: form.id, endpointUrl: form.endpointUrl })]);

  const signedOut = await run(['forms'], { token: null });
  expect(signedOut).toMatchObject({ code: exitCodes.notAllowed, stdout: '' });
  expect(signedOut.stderr).toContain('Run `inlet login');
  const refused = await run(['forms', '--json'], { token: 'inlet_of_nobody' });
  expect(refused.code).toBe(exitCodes.notAllowed);
  expect(JSON.parse(refused.stderr)).toMatchObject({
    code: expect.any(String),
    next: expect.stringContaining('login'),
  });
  const away = await run(['forms'], { url: 'http://127.0.0.1:9' });
  expect(away).toMatchObject({ code: exitCodes.away, stderr: expect.stringContaining('does not answer') });
  expect((await run(['form'])).code).toBe(exitCodes.usage);
});
