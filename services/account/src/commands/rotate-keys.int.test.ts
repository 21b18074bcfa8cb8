import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { totpContext } from '@inlet/contracts/factor-secrets';
import { spamContext } from '@inlet/contracts/spam-secrets';
import { targetContext } from '@inlet/contracts/target-secrets';
import { createSealing } from '@inlet/crypto/sealing';
import { openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { openConnection, runSql } from '@inlet/testing/sql';
import { createTestDatabase } from '@inlet/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';

const script = join(import.meta.dirname, 'rotate-keys.ts');
const [older, newer] = ['the older key of 32 characters...', 'the newer key of 32 characters...'];
/** More than two batches. */
const count = 250;

async function open() {
  const { url, accountUrl, close } = await createTestDatabase();
  onTestFinished(close);
  const database = openDatabase({ url, maxConnections: 2, applicationName: 'test' });
  onTestFinished(database.close);
  const { id: formId } = await buildForm(database.prisma, { userId: (await buildUser(database.prisma)).id });

  const addTarget = async (text: string, key: string) => {
    const id = randomUUID();
    await buildTarget(database.prisma, { id, formId, sealed: seal(id, text, key) });
    return id;
  };
  const rotate = (keys: string) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = { DATABASE_URL: accountUrl, ENCRYPTION_KEYS: keys, LOG_LEVEL: 'fatal' };
      execFile(process.execPath, [script], { env, timeout: 120_000 }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr });
      });
    });
  /** The texts of all targets, opened with one key. */
  const read = async (key: string) => {
    const { rows } = await database.pool.query('select id, sealed from targets');
    const sealing = createSealing([key]);
    return new Map(rows.map(({ id, sealed }) => [id, sealing.open(sealed, targetContext(id))]));
  };
  const addSpamSettings = async (text: string | null, key: string) => {
    const form = await buildForm(database.prisma, { userId: (await buildUser(database.prisma)).id });
    const sealed = text === null ? null : createSealing([key]).seal(text, spamContext(form.id));
    await database.prisma.spamSettings.create({ data: { formId: form.id, sealed } });
  };
  const readSpamSettings = async (key: string) => {
    const { rows } = await database.pool.query('select form_id, sealed from spam_settings where sealed is not null');
    return rows.map(({ form_id, sealed }) => createSealing([key]).open(sealed, spamContext(form_id)));
  };
  const addTotp = async (text: string, key: string) => {
    const { id } = await database.prisma.person.findFirstOrThrow();
    const sealed = createSealing([key]).seal(text, totpContext(id));
    await database.prisma.totp.create({ data: { personId: id, sealed } });
  };
  const readTotp = async (key: string) => {
    const { personId, sealed } = await database.prisma.totp.findFirstOrThrow();
    return createSealing([key]).open(sealed, totpContext(personId));
  };
  return { url, addTarget, rotate, read, addSpamSettings, readSpamSettings, addTotp, readTotp };
}

function seal(id: string, text: string, key: string): Buffer<ArrayBuffer> {
  return createSealing([key]).seal(text, targetContext(id));
}

it('seals every target under the first key, and finds nothing to do the next time', async () => {
  const { addTarget, rotate, read } = await open();
  const texts = new Map<string, string>();
  for (let number = 0; number < count; number++) {
    texts.set(await addTarget(`secret ${number}`, number < 10 ? newer : older), `secret ${number}`);
  }
  expect(await rotate(`${newer},${older}`)).toEqual({
    code: 0,
    output: '240 secrets sealed under the first key, 10 were already\n',
  });
  expect(await read(newer)).toEqual(texts);
  expect(await rotate(newer)).toEqual({
    code: 0,
    output: '0 secrets sealed under the first key, 250 were already\n',
  });
});

it('names each target that no key opens, fails, and seals the others all the same', async () => {
  const { addTarget, rotate } = await open();
  const lost = await addTarget('lost', 'a key that was thrown away (of 32)');
  for (let number = 0; number < 3; number++) await addTarget('kept', older);
  const output = (sealed: number, current: number) =>
    `${sealed} secrets sealed under the first key, ${current} were already\n` +
    `No key of ENCRYPTION_KEYS opens target:${lost}\n`;
  expect(await rotate(`${newer},${older}`)).toEqual({ code: 1, output: output(3, 0) });
  expect(await rotate(newer)).toEqual({ code: 1, output: output(0, 3) });
});

it('keeps a secret that is changed at the same time', async () => {
  const { url, addTarget, rotate, read } = await open();
  const id = await addTarget('before', older);
  const other = await openConnection(url);
  await other.query('begin');
  await other.query('update targets set sealed = $1', [seal(id, 'after', older)]);
  const rotated = rotate(`${newer},${older}`);
  const waiting = "select from pg_stat_activity where application_name = 'rotate-keys' and wait_event_type = 'Lock'";
  await waitUntil(async () => (await runSql(url, waiting)).length === 1, { what: 'the command to wait' });
  await other.query('commit');
  expect((await rotated).code).toBe(0);
  expect(await read(newer)).toEqual(new Map([[id, 'after']]));
});

it('seals the keys of a form’s checks for spam as well, and leaves forms without any alone', async () => {
  const { rotate, addSpamSettings, readSpamSettings } = await open();
  await addSpamSettings('the keys', older);
  await addSpamSettings(null, older);
  expect(await rotate(`${newer},${older}`)).toEqual({
    code: 0,
    output: '1 secrets sealed under the first key, 0 were already\n',
  });
  expect(await readSpamSettings(newer)).toEqual(['the keys']);
});

it('seals the secrets of authenticator apps as well', async () => {
  const { rotate, addTotp, readTotp } = await open();
  await addTotp('the secret', older);
  expect(await rotate(`${newer},${older}`)).toEqual({
    code: 0,
    output: '1 secrets sealed under the first key, 0 were already\n',
  });
  expect(await readTotp(newer)).toBe('the secret');
});
