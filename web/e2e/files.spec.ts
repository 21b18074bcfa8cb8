import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, rowsOf } from './inbox.ts';
import { website } from './inlet.ts';
import { signIn } from './pages.ts';

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Their scripts would be noticed if a browser ran them. */
const page = '<!doctype html><script>document.title = "ran"; alert(1)</script>';
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`;
/** A picture by its first bytes, and a script. */
const polyglot = 'GIF89a=1;alert(1)';

test('files of a visitor reach the owner byte for byte, and none of them runs', async ({
  page: tab,
  inlet,
  request,
}) => {
  const form = await inlet.createForm();
  const large = randomBytes(6_000_000);
  const files = [
    { name: 'large.bin', bytes: large },
    { name: '../../page.html', bytes: Buffer.from(page) },
    { name: 'drawing.svg', bytes: Buffer.from(drawing) },
    { name: 'gif\u202etxt.js', bytes: Buffer.from(polyglot) },
    { name: `${'n'.repeat(5_000)}.txt`, bytes: Buffer.from('long') },
  ];
  const body = new FormData();
  body.append('email', 'ada@example.com');
  for (const { name, bytes } of files) body.append('cv', new Blob([new Uint8Array(bytes)]), name);
  const answer = await request.post(form.endpointUrl, { multipart: body, headers: { origin: website } });
  expect(answer.status()).toBe(200);
  await inlet.waitForTotal(form, 1);

  await signIn(tab, `/forms/${form.id}`);
  await expect(rowsOf(tab)).toContainText('5 files');
  await rowsOf(tab).getByRole('button').click();
  const details = detailsOf(tab);
  await expect(details.getByRole('heading', { name: '5 files' })).toBeVisible();
  await expect(details.getByText('page.html', { exact: true })).toBeVisible();
  // The longest name must not push a button out of the pane.
  await expect(details.getByRole('button', { name: 'Download large.bin' })).toBeInViewport({ ratio: 1 });
  await expect(details.getByText('giftxt.js', { exact: true })).toBeVisible();
  const download = async (name: string) => {
    const waiting = tab.waitForEvent('download');
    await details.getByRole('button', { name, exact: true }).click();
    const found = await waiting;
    return { name: found.suggestedFilename(), url: found.url(), bytes: await readFile(await found.path()) };
  };
  const first = await download('Download large.bin');
  expect([first.name, digest(first.bytes)]).toEqual(['large.bin', digest(large)]);
  expect((await download('Download all')).name).toMatch(/^files-\d{4}-\d{2}-\d{2}\.zip$/);

  // Opened as a page, each file is a download as well.
  for (const name of ['page.html', 'drawing.svg', 'giftxt.js']) {
    const { url } = await download(`Download ${name}`);
    const other = await tab.context().newPage();
    other.on('dialog', () => expect(name).toBe('nothing that runs'));
    const waiting = other.waitForEvent('download');
    await other.goto(url).catch(() => undefined);
    expect((await waiting).suggestedFilename()).toBe(name);
    expect([other.url(), await other.title()]).toEqual(['about:blank', '']);
    await other.close();
  }
});
