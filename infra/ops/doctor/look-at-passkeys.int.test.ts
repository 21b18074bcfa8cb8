import { randomUUID } from 'node:crypto';
import { openDatabase } from '@inlet/db/database';
import { createTestDatabase } from '@inlet/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';
import { lookAtPasskeys } from '#doctor/look-at-passkeys.ts';

const says = async (settings: Parameters<typeof lookAtPasskeys>[0]) =>
  (await lookAtPasskeys(settings)).map((finding) => `${finding.level}: ${finding.says}`);

it('warns of a domain that the public address does not belong to', async () => {
  const PUBLIC_URL = 'https://forms.example.com';
  expect(await says({})).toEqual([]);
  expect(await says({ PUBLIC_URL })).toEqual(['fine: Passkeys belong to forms.example.com']);
  expect(await says({ PUBLIC_URL, PASSKEY_DOMAIN: 'example.com' })).toEqual(['fine: Passkeys belong to example.com']);
  for (const PASSKEY_DOMAIN of ['ample.com', 'x.forms.example.com', 'example.org']) {
    expect(await says({ PUBLIC_URL, PASSKEY_DOMAIN })).toEqual([
      `warning: The host of PUBLIC_URL, forms.example.com, does not belong to PASSKEY_DOMAIN, ${PASSKEY_DOMAIN}`,
    ]);
  }
});

it('warns of passkeys that were made for another host', async () => {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  const { prisma, close: disconnect } = openDatabase({ url, maxConnections: 1, applicationName: 'test' });
  onTestFinished(disconnect);
  const person = await prisma.person.create({ data: { id: randomUUID(), email: 'ada@example.com' } });
  const settings = { DATABASE_URL: url, PUBLIC_URL: 'https://forms.example.com' };
  for (const rpId of ['forms.example.com', 'old.example.com', 'old.example.com']) {
    const data = { personId: person.id, publicKey: Buffer.of(1), counter: 0, rpId, name: 'Laptop' };
    await prisma.passkey.create({ data: { ...data, id: randomUUID(), credentialId: randomUUID() } });
  }
  expect(await says(settings)).toEqual(['warning: 2 passkeys belong to old.example.com and not to forms.example.com']);
  const nobody = { ...settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
  expect(await says(nobody)).toEqual(['fine: Passkeys belong to forms.example.com']);
});
