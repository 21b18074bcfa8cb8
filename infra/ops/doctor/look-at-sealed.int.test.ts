import { randomUUID } from 'node:crypto';
import { totpContext } from '@inlet/contracts/factor-secrets';
import { targetContext } from '@inlet/contracts/target-secrets';
import { createSealing } from '@inlet/crypto/sealing';
import { openDatabase } from '@inlet/db/database';
import { buildForm } from '@inlet/testing/build-form';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { openConnection } from '@inlet/testing/sql';
import { createTestDatabase } from '@inlet/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';
import { lookAtSealed } from '#doctor/look-at-sealed.ts';

const [older, newer] = ['the older key of 32 characters...', 'the newer key of 32 characters...'];

it('names values under an older key, and those that no key opens', async () => {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  const database = openDatabase({ url, maxConnections: 1, applicationName: 'test' });
  onTestFinished(database.close);
  const client = await openConnection(url);
  const says = async (keys: string | undefined) => (await lookAtSealed(client, keys)).map((finding) => finding.says);
  expect(await says(newer)).toEqual(['ENCRYPTION_KEYS opens what is sealed']);

  const { id: formId } = await buildForm(database.prisma, { userId: (await buildUser(database.prisma)).id });
  const ids = [randomUUID(), randomUUID(), randomUUID()].sort() as [string, string, string];
  for (const [index, id] of ids.entries()) {
    const sealed = createSealing([index < 2 ? older : newer]).seal('a secret', targetContext(id));
    await buildTarget(database.prisma, { id, formId, sealed });
  }
  expect(await says(`${older},${newer}`)).toEqual(['1 targets are sealed under an older key of ENCRYPTION_KEYS']);
  expect(await says(`${newer},${older}`)).toEqual(['2 targets are sealed under an older key of ENCRYPTION_KEYS']);
  expect(await says(newer)).toEqual([`No key of ENCRYPTION_KEYS opens target:${ids[0]}; 2 targets have this key`]);
  expect(await says(undefined)).toEqual([]);

  await database.pool.query(`delete from targets where id <> '${ids[2]}'`);
  expect(await says(newer)).toEqual(['ENCRYPTION_KEYS opens what is sealed']);
  const person = await database.prisma.person.findFirstOrThrow();
  const sealed = createSealing([older]).seal('a secret', totpContext(person.id));
  await database.prisma.totp.create({ data: { personId: person.id, sealed } });
  expect(await says(newer)).toEqual([
    `No key of ENCRYPTION_KEYS opens totp:${person.id}; 1 authenticator apps have this key`,
  ]);
  await database.prisma.totp.deleteMany();
  await database.pool.query(`update targets set sealed = sealed || '\\x00'`);
  expect(await says(newer)).toEqual([expect.stringContaining(`target:${ids[2]} was changed`)]);
});
