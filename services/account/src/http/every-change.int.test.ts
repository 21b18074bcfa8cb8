import { randomUUID } from 'node:crypto';
import type { Form, SavedView, Submission } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import { buildSubmission } from '@inlet/testing/build-submission';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import { buildDeliveries, buildStopping, type Deliveries } from '#deliveries/build-deliveries.test-setup.ts';
import { type HandlerId, servedRoutes } from '#http/handler.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let token: string;
let workspace: string;
let form: Form;
let submission: Submission;
let view: SavedView;
let deliveries: Deliveries;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  const owner = await accountOf(account);
  workspace = owner.id;
  token = await account.signIn(owner);
  form = await buildForm(prisma, { userId: owner.id });
  submission = await buildSubmission(prisma, { formId: form.id, data: { name: 'Ann' } });
  view = await prisma.savedView.create({ data: { id: randomUUID(), formId: form.id, name: 'Mine', filter: {} } });
  deliveries = await buildDeliveries(account, form);
  await buildStopping(account, deliveries.target, submission.id);
});

/** What a change takes besides the ids of the form and its parts: values of the path, of the query and a body. */
interface Change {
  readonly id?: string;
  readonly other?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
type Prepare = () => Change | Promise<Change>;

const prisma = () => account.deps.database.prisma;
const body = (value: unknown) => () => ({ body: value });
const target = (value?: unknown) => () => ({ id: deliveries.target.id, body: value });
const inWorkspace = (value?: unknown) => () => ({ id: workspace, body: value });
const ids = () => [submission.id];

async function invitation(): Promise<Change> {
  const data = { id: randomUUID(), userId: workspace, email: 'invited@example.com', role: 'viewer', allForms: true };
  const expiresAt = new Date(Date.now() + 3_600_000);
  await prisma().workspaceInvitation.create({ data: { ...data, tokenHash: data.id, invitedBy: workspace, expiresAt } });
  return { id: workspace, other: data.id };
}
async function member(value?: unknown): Promise<Change> {
  return { id: workspace, other: (await buildMember(prisma(), workspace)).id, body: value };
}

/** Every route that changes something in a workspace. */
const changes: Partial<Record<HandlerId, Prepare>> = {
  updateMe: body({ timeZone: 'Europe/Berlin' }),
  updateDefaultRetention: body({ days: 30 }),
  createApiKey: body({ name: 'Robot', scope: 'read', password: testPassword }),
  revokeApiKey: async () => ({ id: (await makeKey(account, workspace)).id }),
  updateWorkspace: inWorkspace({ name: 'Agency' }),
  inviteMember: inWorkspace({ email: 'invited@example.com', role: 'viewer' }),
  withdrawInvitation: invitation,
  updateMember: () => member({ role: 'viewer' }),
  removeMember: () => member(),
  createForm: body(newForm),
  updateForm: body({ name: 'Renamed' }),
  deleteForm: body(undefined),
  updateSpamSettings: body({ threshold: 0.5 }),
  saveRules: body({ mode: 'warn', fields: [] }),
  updatePage: body({ enabled: true }),
  startCheck: body({ url: 'https://site.example/contact' }),
  updateCheckSettings: body({ url: 'https://site.example/contact', weekly: true }),
  updateRetention: body({ days: 30 }),
  updateNotifications: body({ mode: 'daily' }),
  resendConfirmation: async () => {
    const email = 'recipient@example.com';
    await prisma().recipient.create({ data: { id: randomUUID(), formId: form.id, email } });
    return { body: { email } };
  },
  sendTestMail: async () => {
    await prisma().person.update({ where: { id: workspace }, data: { emailVerifiedAt: new Date() } });
    return {};
  },
  updateSubmission: body({ note: 'Called back' }),
  deleteSubmission: body(undefined),
  markSubmissions: () => ({ body: { ids: ids(), isSpam: true } }),
  deleteSubmissions: () => ({ body: { ids: ids() } }),
  importSubmissions: () => ({ body: '{"data":{"name":"Ann"}}', headers: { 'content-type': 'application/x-ndjson' } }),
  undoImport: async () => {
    const data = { id: randomUUID(), formId: form.id, importedCount: 1, leftCount: 1 };
    return { other: (await prisma().import.create({ data })).id };
  },
  updateSubmissions: () => ({ body: { ids: ids(), set: { isStarred: true } } }),
  updateFields: body({ fields: [{ name: 'name', shown: true }] }),
  createView: body({ name: 'Starred', filter: { q: 'x' } }),
  updateView: () => ({ other: view.id, body: { name: 'Renamed' } }),
  deleteView: () => ({ other: view.id }),
  erasePerson: body({ email: 'visitor@example.com' }),
  createTarget: body({ name: 'Webhook', url: 'https://receiver.example/hook' }),
  updateTarget: target({ name: 'Renamed' }),
  deleteTarget: target(),
  pauseTarget: target(),
  resumeTarget: async () => {
    await account.call(`POST /api/v1/targets/${deliveries.target.id}/pause`, { token });
    return { id: deliveries.target.id };
  },
  rotateTargetSecret: target(),
  skipDelivery: target(),
  replayTarget: () => ({ id: deliveries.target.id, body: { submissionIds: ids() } }),
  subscribeHook: () => ({ body: { formId: form.id, url: 'https://receiver.example/hook' } }),
  unsubscribeHook: () => ({ id: deliveries.hook.id }),
};

/** Routes with another method than GET that leave no line, or whose line another test reads. */
const others: Partial<Record<HandlerId, string>> = {
  approveDevice: 'the key is made when the machine fetches it; device-key.int.test.ts reads the line',
  denyDevice: 'it changes nothing',
  useWorkspace: 'it changes the session alone',
  deleteWorkspace: 'the trail goes with the workspace',
  sendTestSubmission: 'it is stored as any submission is',
  testTarget: 'it sends an example, and the attempt stands in the log of deliveries',
  previewChange: 'it changes nothing',
  suggestRules: 'it changes nothing',
  tryRules: 'it changes nothing',
  tryConditions: 'it changes nothing',
  createCheckout: 'it opens a page at Stripe; what is bought there is recorded when Stripe says so',
  createPortal: 'it opens a page at Stripe',
  changePlan: 'it needs a Stripe; change-plan.int.test.ts reads the line',
  cancelSubscription: 'it needs a Stripe; change-plan.int.test.ts reads the line',
  resumeSubscription: 'it needs a Stripe; change-plan.int.test.ts reads the line',
  acceptInvitation: 'it needs an invitation; invitations.int.test.ts reads the line',
};

const accesses = ['session', 'account', 'subscriber', 'form', 'target', 'hook', 'replay', 'erasure', 'workspace'];
const mutating = servedRoutes.filter(({ method, route }) => method !== 'get' && accesses.includes(route.access));
/** These concern a person's own password, factors and sessions. */
const ofWorkspace = mutating.filter(({ route }) => route.action !== 'self');

describe('every change in a workspace', () => {
  it('is listed here', () => {
    const known = [...Object.keys(changes), ...Object.keys(others)];
    expect(ofWorkspace.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
  });

  it.each(ofWorkspace.filter(({ id }) => changes[id]).map((route) => [route.id, route] as const))(
    'leaves a line in its trail: %s',
    async (id, { method, path }) => {
      const change = await changes[id]?.();
      const count = () => prisma().auditEvent.count({ where: { userId: workspace, personId: workspace } });
      const before = await count();
      const request = path
        .replace(':id', change?.id ?? form.id)
        .replace(':sid', submission.id)
        .replace(/:(viewId|personId|invitationId|importId)/, change?.other ?? '');
      const answer = await account.call(`${method.toUpperCase()} ${request}`, {
        token,
        ...(change?.body !== undefined && { body: change.body }),
        ...(change?.headers && { headers: change.headers }),
      });
      expect(answer.status, answer.text).toBeLessThan(300);
      expect(await count()).toBeGreaterThan(before);
    },
  );
});
