import type { NewApiKey } from '@inlet/contracts/api-keys';
import type { DeviceCodes } from '@inlet/contracts/device';
import { type APIRequestContext, expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { uniqueName } from './inlet.ts';
import { expectGoodInBothThemes, signIn } from './pages.ts';
import { statusOfMe } from './people.ts';

/** What a program on a machine does. */
async function openMachine(request: APIRequestContext, name: string) {
  const codes: DeviceCodes = await (await request.post('/api/auth/device', { data: { name } })).json();
  const page = new URL(codes.verificationUriComplete);
  return {
    ...codes,
    path: page.pathname + page.search,
    /** Asks for the key until somebody has answered. */
    async waitForAnswer(): Promise<{ status: number; body: NewApiKey & { code?: string } }> {
      let answer: { status: number; body: NewApiKey & { code?: string } } | undefined;
      await expect
        .poll(async () => {
          const response = await request.post('/api/auth/device/token', { data: { deviceCode: codes.deviceCode } });
          answer = { status: response.status(), body: await response.json() };
          return answer.body.code ?? 'the key';
        })
        .not.toMatch(/^(authorization_pending|slow_down)$/);
      if (!answer) throw new Error('The machine was not answered');
      return answer;
    },
  };
}

test('a machine gets an API key from a person who signs in, and the key stands in the list', async ({
  page,
  request,
  watch: _watch,
}) => {
  const name = uniqueName('laptop');
  const machine = await openMachine(request, name);
  await signIn(page, machine.path);
  await expect(page.getByRole('heading', { name: 'Sign in a machine', level: 1 })).toBeVisible();
  await expect(page.getByText(machine.userCode, { exact: true })).toBeVisible();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(/Approve only what you began yourself/)).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('radio', { name: 'Read only' }).check();
  await page.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toContainText(`${name} gets its API key within seconds.`);

  const { status, body: key } = await machine.waitForAnswer();
  expect(status).toBe(200);
  expect(await statusOfMe(request, key.key)).toBe(200);
  await expectGoodInBothThemes(page);
  await page.getByRole('link', { name: 'See the API keys' }).click();
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Read only');
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, revoke' }).click();
  // The list behind an open dialog is hidden too.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(row).toBeHidden();
  expect(await statusOfMe(request, key.key)).toBe(401);
});

test('a person types the code on a phone and denies a machine that is not theirs', async ({ page, request, watch }) => {
  watch.expectStatus(404);
  await page.setViewportSize({ width: 375, height: 720 });
  const machine = await openMachine(request, 'somebody-else');
  await signIn(page, '/device');
  const code = page.getByLabel('Code');
  await code.fill('BCDF');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/A code has eight letters/);
  await expectGoodInBothThemes(page);
  await code.fill('zzzz zzzz');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toContainText('No machine waits with this code.');
  await page.getByRole('button', { name: 'Enter another code' }).click();
  await code.fill(machine.userCode.toLowerCase().replace('-', ' '));
  await code.press('Enter');
  await expect(page.getByText('somebody-else', { exact: true })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('somebody-else gets no API key.');
  expect(await machine.waitForAnswer()).toMatchObject({ status: 400, body: { code: 'access_denied' } });
});
