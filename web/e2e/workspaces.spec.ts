import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { giveAuthenticator, keepRecoveryCodes, setUpApp } from './factors.ts';
import { test } from './fixtures.ts';
import { linkInMailTo } from './mails.ts';
import { type OwnProduct, startOwnProduct } from './own-product.ts';
import { expectGoodInBothThemes } from './pages.ts';

// The ways into a workspace and out of it, in an installation without payments.

let product: OwnProduct;
const password = 'a-long-password';

test.beforeAll(async () => {
  const github = { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret' };
  product = await startOwnProduct({ BILLING: 'off', SIGN_UP: 'open', ...github });
});
test.afterAll(() => product.stop());
test.beforeEach(({ watch }) => watch.expectRequestsTo(product.url));

interface Member {
  readonly email: string;
  readonly workspaceId: string;
  readonly headers: Readonly<Record<string, string>>;
}

test('somebody who is invited and unknown signs up by the mailed link, and is in the workspace', async ({
  page,
  request,
}) => {
  const owner = await newOwner(request);
  const form = await newForm(request, owner);
  await openOnPage(page, owner, '/settings/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  const email = newEmail();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Pending invitations' })).toContainText(email);
  await forgetSession(page);
  await page.goto(product.url + (await joinLinkOf(request, email)));
  await expect(page.getByText(/^You are invited to a workspace/)).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${product.url}/dashboard`);
  await page.getByRole('link', { name: 'Forms', exact: true }).click();
  await page.getByRole('link', { name: `View ${form.name}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.name);
  // A viewer changes nothing, and is told so by an address that leads there.
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await page.goto(`${product.url}/forms/${form.id}/settings`);
  await expect(page.getByText(/^Your role in .* is viewer. This page takes the role editor.$/)).toBeVisible();
  await expectGoodInBothThemes(page);
});

test('somebody who is signed in as another person is told so, and joins after signing out', async ({
  page,
  request,
  watch,
}) => {
  watch.expectStatus(403);
  const owner = await newOwner(request);
  const invited = await newOwner(request);
  const other = await newOwner(request);
  const link = await invite(request, owner, invited.email);
  await openOnPage(page, other, '/dashboard');
  await page.goto(product.url + link);
  await page.getByRole('button', { name: 'Join the workspace' }).click();
  await expect(page.getByText(`You are signed in as ${other.email}.`)).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await page.getByRole('button', { name: 'Sign in to your account instead' }).click();
  await page.getByLabel('Email').fill(invited.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Join the workspace' }).click();
  await expect(page).toHaveURL(`${product.url}/dashboard`);
  // The person has two workspaces now, and can go back to the own one.
  await page.getByRole('button', { name: 'Profile' }).click();
  await expect(page.getByRole('menuitemradio', { name: owner.email })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitemradio', { name: invited.email }).click();
  await expect(page).toHaveURL(`${product.url}/dashboard`);
  await page.getByRole('button', { name: 'Profile' }).click();
  await expect(page.getByRole('menuitemradio', { name: invited.email })).toHaveAttribute('aria-checked', 'true');
});

test('a link that was used says so, and leads on', async ({ page, request, watch }) => {
  watch.expectStatus(400);
  const owner = await newOwner(request);
  const invited = await newOwner(request);
  const link = await invite(request, owner, invited.email);
  await join(request, invited, link);
  await openOnPage(page, invited, '/dashboard');
  await page.goto(product.url + link);
  await page.getByRole('button', { name: 'Join the workspace' }).click();
  await expect(page.getByText(/^This invitation cannot be used any more/)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

for (const factor of ['app', 'passkey'] as const) {
  test(`a workspace that requires a second factor lets a member in with a new ${factor}`, async ({
    page,
    request,
    watch,
  }) => {
    watch.expectStatus(403);
    await giveAuthenticator(page);
    const owner = await newOwner(request);
    const member = await newOwner(request);
    await join(request, member, await invite(request, owner, member.email));
    await openOnPage(page, owner, '/settings/security');
    const { key } = await setUpApp(page);
    await page.goto(`${product.url}/settings/workspace`);
    await page.getByRole('switch', { name: 'A second factor is optional' }).click();
    await expect(page.getByRole('switch', { name: 'A second factor is required' })).toBeChecked();
    await forgetSession(page);
    await openOnPage(page, member, '/dashboard');
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitemradio', { name: owner.email }).click();
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Go on to the workspace' })).toBeDisabled();
    await expectGoodInBothThemes(page);
    if (factor === 'app') expect((await setUpApp(page)).key).not.toBe(key);
    else {
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await keepRecoveryCodes(page);
    }
    await page.getByRole('button', { name: 'Go on to the workspace' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  });
}

test('a provider that refuses leads back to a sentence and to the other ways', async ({ page, watch }) => {
  watch.expectStatus(401);
  // The provider's own page is far away; here it refuses at once.
  await page.route('**/api/auth/oidc/github', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    const state = new URL(answer.headers().location ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state });
    const location = `${product.url}/api/auth/oidc/github/callback?${query}`;
    await route.fulfill({ response: answer, headers: { ...answer.headers(), location } });
  });
  await page.goto(`${product.url}/auth`);
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  await expect(page).toHaveURL(`${product.url}/auth?problem=denied`);
  await expect(page.getByRole('alert')).toHaveText(
    'The provider did not sign you in. Start again, or sign in another way.',
  );
  await expect(page.getByRole('link', { name: 'Continue with GitHub' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expectGoodInBothThemes(page);
});

test('the last owner cannot leave; with a second one it works, and leads somewhere', async ({ page, request }) => {
  const owner = await newOwner(request);
  const second = await newOwner(request);
  await join(request, second, await invite(request, owner, second.email, 'admin'));
  await openOnPage(page, owner, '/settings/members');
  await expect(page.getByText(/A workspace needs an owner/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave' })).toHaveCount(0);
  await page.getByRole('button', { name: `Change ${second.email}` }).click();
  await page.getByLabel('Role', { exact: true }).selectOption('owner');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Yes, leave' }).click();
  await expect(page.getByRole('heading', { name: 'You are in no workspace' })).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.getByLabel('Name').fill('A new beginning');
  await page.getByRole('button', { name: 'Make the workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('the activity is filtered by its author and its action', async ({ page, request }) => {
  const owner = await newOwner(request);
  const member = await newOwner(request);
  await join(request, member, await invite(request, owner, member.email));
  await newForm(request, { ...member, workspaceId: owner.workspaceId });
  await openOnPage(page, owner, '/settings/activity');
  const events = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(events.filter({ hasText: 'Created the form' })).toContainText(`by ${member.email}`);
  await page.getByLabel('Author').selectOption(member.email);
  await expect(events).toHaveCount(2);
  await page.getByLabel('Action').selectOption({ label: 'Joined the workspace' });
  await expect(events).toHaveCount(1);
  await expectGoodInBothThemes(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download NDJSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('activity.ndjson');
  await expect(page.getByText(/^activity.ndjson is complete/)).toBeVisible();
});

function newEmail(): string {
  return `${randomUUID()}@example.test`;
}

/** A person with a workspace of their own. */
async function newOwner(request: APIRequestContext): Promise<Member> {
  const email = newEmail();
  const answer = await request.post(`${product.url}/api/auth/sign-up`, {
    data: { email, password, transport: 'token' },
  });
  expect(answer.status()).toBe(201);
  const { access_token: token, user } = await answer.json();
  return { email, workspaceId: user.id, headers: { authorization: `Bearer ${token}` } };
}

async function newForm(request: APIRequestContext, { headers, workspaceId }: Member) {
  const answer = await request.post(`${product.url}/api/v1/forms`, {
    headers: { ...headers, 'inlet-workspace': workspaceId },
    data: { name: 'Contact', allowedOrigins: ['https://www.example.com'] },
  });
  expect(answer.status()).toBe(201);
  return answer.json();
}

/** Invites an address, and returns the path of the mailed link. */
async function invite(request: APIRequestContext, owner: Member, email: string, role = 'editor'): Promise<string> {
  const answer = await request.post(`${product.url}/api/v1/workspaces/${owner.workspaceId}/invitations`, {
    headers: owner.headers,
    data: { email, role },
  });
  expect(answer.status()).toBe(201);
  return joinLinkOf(request, email);
}

const joinLinkOf = (request: APIRequestContext, email: string) =>
  linkInMailTo(request, product.mailUrl, email, /https?:\/\/\S+join=\S+/);

async function join(request: APIRequestContext, { headers }: Member, link: string): Promise<void> {
  const token = new URL(link, product.url).searchParams.get('join');
  const joined = await request.post(`${product.url}/api/v1/invitations/accept`, { headers, data: { token } });
  expect(joined.status()).toBe(200);
}

/** Signs in on a page without a session, and waits for the page. */
async function openOnPage(page: Page, { email }: Member, path: string): Promise<void> {
  await page.goto(product.url + path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(product.url + path);
}

async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}
