import { randomUUID } from 'node:crypto';
import type { Form } from '@inlet/db/client';
import { createUnsubscribeTokens, type Unsubscribable } from '@inlet/mail/unsubscribe-tokens';
import { buildForm } from '@inlet/testing/build-form';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';

let account: TestAccount;
let user: BuiltUser;
let form: Form;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  user = await accountOf(account);
  form = await buildForm(account.deps.database.prisma, { userId: user.id, name: 'Contact' });
});

const email = 'ada@example.com';
const tokenOf = (meant: Unsubscribable) => createUnsubscribeTokens(account.deps.config.ENCRYPTION_KEYS).sign(meant);
const read = (token: string, accept = '*/*') =>
  fetch(`${account.url}/api/mail/unsubscribe?token=${token}`, { headers: { accept }, redirect: 'manual' });
/** The request of a mail program (RFC 8058). */
const click = async (token: string) => {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const answer = await fetch(`${account.url}/api/mail/unsubscribe?token=${token}`, { method: 'POST', body });
  return { status: answer.status, body: (await answer.json()) as unknown };
};
const recipient = () => account.deps.database.prisma.recipient.findFirstOrThrow({ where: { formId: form.id } });

describe('a link below a mail', () => {
  it('stops the mails of a form to an address with one click, and as often as it is clicked', async () => {
    const { prisma } = account.deps.database;
    const others = { formId: form.id, confirmedAt: new Date() };
    await prisma.recipient.create({ data: { id: randomUUID(), email, ...others } });
    const token = tokenOf({ kind: 'notifications', formId: form.id, email });
    const shown = { kind: 'notifications', email, formName: 'Contact' };
    expect(await (await read(token)).json()).toEqual({ ...shown, isStopped: false });
    expect((await recipient()).unsubscribedAt).toBeNull();
    expect(await click(token)).toEqual({ status: 200, body: { ...shown, isStopped: true } });
    const { unsubscribedAt } = await recipient();
    expect(unsubscribedAt).not.toBeNull();
    expect((await click(token)).status).toBe(200);
    expect((await recipient()).unsubscribedAt).toEqual(unsubscribedAt);
    expect(await auditOf(account, user.id)).toEqual(['recipient.unsubscribed']);
  });

  it('works for a form that is gone', async () => {
    const token = tokenOf({ kind: 'notifications', formId: randomUUID(), email });
    expect((await click(token)).body).toEqual({ kind: 'notifications', email, formName: null, isStopped: true });
  });

  it('stops mails about usage', async () => {
    const token = tokenOf({ kind: 'usage', userId: user.id, email: user.email });
    expect((await click(token)).body).toMatchObject({ kind: 'usage', isStopped: true });
    const { prisma } = account.deps.database;
    expect(await prisma.user.findUnique({ where: { id: user.id } })).toMatchObject({ wantsUsageMails: false });
    expect(await auditOf(account, user.id)).toEqual(['account.updated']);
  });

  it('stops answers to an address, and nothing else', async () => {
    const tagged = 'ada+shop@example.com';
    const token = tokenOf({ kind: 'auto-reply', email: tagged });
    for (let clicks = 0; clicks < 2; clicks += 1) {
      expect((await click(token)).body).toEqual({ kind: 'auto-reply', email: tagged, formName: null, isStopped: true });
    }
    const { prisma } = account.deps.database;
    expect(await prisma.suppression.findMany({ where: { email } })).toMatchObject([
      { scope: 'auto-reply', reason: 'unsubscribed' },
    ]);
    expect((await (await read(tokenOf({ kind: 'auto-reply', email }))).json()) as unknown).toMatchObject({
      isStopped: true,
    });
  });

  it('leads a browser to the page for people, and stops nothing by being opened', async () => {
    const token = tokenOf({ kind: 'usage', userId: user.id, email: user.email });
    const answer = await read(token, 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/unsubscribe?token=${token}`]);
    expect(await (await read(token)).json()).toMatchObject({ isStopped: false });
  });

  it('is refused without a valid signature', async () => {
    const token = tokenOf({ kind: 'auto-reply', email });
    const changed = `${Buffer.from('{"kind":"auto-reply","email":"eve@example.com"}').toString('base64url')}.${token.split('.')[1]}`;
    for (const wrong of [changed, 'a.b', '']) {
      expect(await click(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
      expect((await read(wrong)).status).toBe(400);
    }
  });
});
