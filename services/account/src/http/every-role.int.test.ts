import { randomUUID } from 'node:crypto';
import { actions, includesRole, type Role, roles } from '@inlet/contracts/roles';
import type { Form, Person } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import { buildTarget } from '@inlet/testing/build-target';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { type ServedRoute, servedRoutes } from '#http/handler.ts';

let account: TestAccount;
let own: BuiltUser;
let listed: Form;
let hidden: Form;
let ids: Readonly<Record<'listed' | 'hidden', Readonly<Record<string, string>>>>;
let erasureId: string;
const tokens = new Map<string, string>();

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma } = account.deps.database;
  own = await buildUser(prisma);
  listed = await buildForm(prisma, { userId: own.id });
  hidden = await buildForm(prisma, { userId: own.id });
  const sealed = new Uint8Array(32);
  const ofForm = async ({ id: form }: Form) => {
    const { id: target } = await buildTarget(prisma, { formId: form, sealed });
    const { id: hook } = await buildTarget(prisma, { formId: form, sealed, isHook: true });
    const toAt = new Date();
    const { id: replay } = await prisma.replay.create({
      data: { id: randomUUID(), targetId: target, toAt, fromAt: toAt, failedOnly: false, total: 0 },
    });
    return { form, target, hook, replay };
  };
  ids = { listed: await ofForm(listed), hidden: await ofForm(hidden) };
  erasureId = randomUUID();
  await prisma.erasure.create({ data: { id: erasureId, userId: own.id, addressHash: sealed, sealed } });
  for (const role of roles) {
    tokens.set(role, await account.signIn(await buildMember(prisma, own.id, { role })));
    const formIds = [listed.id];
    tokens.set(`${role} of listed`, await account.signIn(await buildMember(prisma, own.id, { role, formIds })));
  }
  const foreign: Person = await buildMember(prisma, (await buildUser(prisma)).id, { role: 'owner' });
  tokens.set('foreign', await account.signIn(foreign));
});
afterAll(() => account.close());

const owned = ['form', 'target', 'hook', 'replay', 'erasure', 'workspace'];
const inWorkspace = servedRoutes.filter(({ route }) =>
  owned.concat('session', 'account', 'subscriber').includes(route.access),
);
/** The answers that a guard gives before anything is done. */
const guarded = new Set(['role_too_low', 'scope_missing']);

function pathOf({ path, route }: ServedRoute, of: 'listed' | 'hidden'): string {
  if (route.access === 'workspace') return path.replace(':id', own.id).replaceAll(/:\w+/g, randomUUID());
  const id = route.access === 'erasure' ? erasureId : (ids[of][route.access] ?? randomUUID());
  return path.replace(':id', id).replaceAll(/:\w+/g, randomUUID());
}

/** A body that no route takes: a caller that passes the guards is refused by the schema, and nothing changes. */
async function codeOf(served: ServedRoute, who: string, of: 'listed' | 'hidden' = 'listed', workspace?: string) {
  const method = served.method.toUpperCase() === 'GET' ? 'HEAD' : served.method.toUpperCase();
  const answer = await fetch(account.url + pathOf(served, of), {
    method: method === 'HEAD' ? 'GET' : method,
    headers: {
      authorization: `Bearer ${tokens.get(who)}`,
      ...(workspace && { 'inlet-workspace': workspace }),
      ...(served.route.body && { 'content-type': 'application/json' }),
    },
    ...(served.route.body && { body: '[]' }),
    signal: AbortSignal.timeout(30_000),
  });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  if (!isJson || answer.ok) {
    await answer.body?.cancel();
    return { status: answer.status, code: '' };
  }
  const { code } = (await answer.json()) as { code: string };
  return { status: answer.status, code };
}

/** What a call without a body would change for good, so only those are asked who are refused. */
const changesAlways = (served: ServedRoute) => served.method !== 'get' && !served.route.body;

describe.each(inWorkspace.map((served) => [`${served.method.toUpperCase()} ${served.path}`, served] as const))(
  '%s',
  (_name, served) => {
    const { access, action } = served.route;
    const least: Role = action && action !== 'self' ? actions[action].role : 'viewer';

    it('asks for the role that the table names', async () => {
      for (const role of roles) {
        const isAllowed = includesRole(role, least);
        if (isAllowed && changesAlways(served)) continue;
        const { code } = await codeOf(served, role, 'listed', owned.includes(access) ? undefined : own.id);
        expect([role, guarded.has(code)], code).toEqual([role, !isAllowed]);
      }
    });

    it('is closed to another workspace, and for a member of listed forms to another form', async () => {
      if (!owned.includes(access)) {
        expect(await codeOf(served, 'foreign', 'listed', own.id)).toEqual({ status: 404, code: 'workspace_not_found' });
        return;
      }
      const notFound = { status: 404, code: `${access}_not_found` };
      expect(await codeOf(served, 'foreign')).toEqual(notFound);
      if (access === 'erasure' || access === 'workspace') return;
      for (const role of roles) expect(await codeOf(served, `${role} of listed`, 'hidden')).toEqual(notFound);
    });
  },
);
