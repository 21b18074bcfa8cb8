import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

/** The service that all tests of a file share. */
export let account: TestAccount;
/** The owner of the form of the current test. `token` is the access token of its session. */
export let user: User;
export let token: string;
export let form: Form;

interface FormOwner {
  readonly form?: Omit<Parameters<typeof buildForm>[1], 'userId'>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the service for the tests of a file, and makes a new person with a form before each of them. */
export function setUpFormOwner({ form: more, env }: FormOwner = {}): void {
  beforeAll(async () => {
    account = await startTestAccount(env);
  });
  afterAll(() => account.close());
  beforeEach(async () => {
    const { prisma } = account.deps.database;
    user = await buildUser(prisma);
    token = await account.signIn(user);
    form = await buildForm(prisma, { userId: user.id, ...more });
  });
}
