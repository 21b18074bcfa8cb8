import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { openMailbox } from '#mail-catcher/mailbox.ts';

const mail = (subject: string) => ({
  receivedAt: new Date().toISOString(),
  from: 'inlet@example.test',
  to: ['ada@example.test'],
  subject,
  messageId: null,
  headers: [],
  text: `about ${subject}`,
  html: null,
  attachments: [],
});
const subjects = (mailbox: ReturnType<typeof openMailbox>) => mailbox.list().map(({ subject }) => subject);

it('finds its mails after a restart, and goes on counting', async () => {
  const folder = join(await createDisposableFolder(), 'new');
  const first = openMailbox(folder);
  for (const subject of ['a', 'b']) first.keep(mail(subject));
  const second = openMailbox(folder);
  second.keep(mail('c'));
  expect(subjects(second)).toEqual(['c', 'b', 'a']);
  const [newest] = second.list();
  expect(second.read(newest?.id ?? '')).toMatchObject({ subject: 'c', text: 'about c' });
});

it('keeps the latest, on disk too', async () => {
  const folder = await createDisposableFolder();
  const mailbox = openMailbox(folder, 3);
  for (const subject of ['a', 'b', 'c', 'd', 'e']) mailbox.keep(mail(subject));
  expect(subjects(mailbox)).toEqual(['e', 'd', 'c']);
  expect(await readdir(folder)).toHaveLength(3);
  expect(subjects(openMailbox(folder, 2))).toEqual(['e', 'd']);
  expect(await readdir(folder)).toHaveLength(2);
});

it('keeps five hundred where nothing else is said', async () => {
  const mailbox = openMailbox(await createDisposableFolder());
  for (let n = 1; n <= 501; n += 1) mailbox.keep(mail(String(n)));
  expect(mailbox.list()).toHaveLength(500);
  expect(subjects(mailbox).at(-1)).toBe('2');
});

it('steps over a file that somebody has been at', async () => {
  const folder = await createDisposableFolder();
  openMailbox(folder).keep(mail('good'));
  await writeFile(join(folder, '000000000002.json'), '{"id":');
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const mailbox = openMailbox(folder);
  expect(subjects(mailbox)).toEqual(['good']);
  mailbox.clear();
  expect(await readdir(folder)).toContain('notes.txt');
});

it('writes for its owner alone: mails hold links that open accounts', async () => {
  const folder = join(await createDisposableFolder(), 'mails');
  openMailbox(folder).keep(mail('a'));
  const [name = ''] = await readdir(folder);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
});
