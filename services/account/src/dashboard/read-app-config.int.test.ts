import { appConfigSchema } from '@inlet/contracts/app-config';
import { expect, it } from 'vitest';
import { startTestAccount } from '#account.test-setup.ts';

it.each(['open', 'invite'] as const)('everybody learns whether sign-up is %s', async (signUp) => {
  const account = await startTestAccount({ SIGN_UP: signUp, OPERATOR_EMAIL: 'help@example.com' });
  const answer = await account.call('GET /api/config');
  await account.close();
  expect(answer.status).toBe(200);
  expect(appConfigSchema.strict().parse(answer.body)).toEqual({
    waitlistEndpointId: null,
    billing: 'on',
    supportEmail: 'help@example.com',
    signUp,
    signInWith: [],
    passwords: true,
  });
});
