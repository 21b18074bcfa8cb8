import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { expectGoodInBothThemes, expectNoSidewaysScroll, signIn } from './pages.ts';

/** The owner's website. */
async function openSite() {
  const site = { html: '', url: '', origin: '', close: () => server.close() };
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(site.html);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  site.origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.url = `http://${site.origin}/contact`;
  return site;
}

test('an owner finds the faults of a page, mends them, and has it checked each week', async ({
  page,
  inlet,
  receiver,
}) => {
  const site = await openSite();
  const form = await inlet.createForm({ allowedOrigins: [site.origin] });
  await inlet.addTarget(form, { name: 'My server', url: receiver.url });
  const trap = '<input name="_gotcha">';
  site.html = `<form action="${form.endpointUrl}"><input name="email" type="email"><input placeholder="Name">${trap}</form>`;
  await signIn(page);
  await page.goto(`/forms/${form.id}/setup`);
  const panel = page.getByRole('region', { name: 'Check my page' });
  await panel.getByLabel('Address of the page').fill('nothing');
  await panel.getByRole('button', { name: 'Check the page' }).click();
  await expect(panel.getByText('The address of the page must start with https://')).toBeVisible();
  await panel.getByLabel('Address of the page').fill(site.url);
  await panel.getByLabel('Address of the page').press('Enter');
  await expect(panel.getByText('There are 3 faults. Visitors may lose what they send.')).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Visitors can see the trap for robots' })).toContainText(
    'style="display:none"',
  );
  await expect(panel.getByRole('button', { name: 'Copy the code' }).first()).toBeVisible();
  await expectGoodInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  site.html = `<form action="${form.endpointUrl}" method="post"><input name="email" type="email"><input name="name">
    <input name="_gotcha" hidden></form>`;
  await panel.getByRole('button', { name: 'Check the page' }).click();
  await expect(panel.getByText('The page is fine: a test submission went all the way.')).toBeVisible();
  const events = receiver.received.map(({ body }) => JSON.parse(body));
  expect(events.at(-1)).toMatchObject({ test: true, data: { submission: { origin: `http://${site.origin}` } } });

  await panel.getByRole('switch', { name: 'Not checked every week' }).check();
  await expect(panel.getByRole('switch', { name: 'Checked every week' })).toBeChecked();
  await page.reload();
  await expect(panel.getByRole('switch', { name: 'Checked every week' })).toBeChecked();
  await expect(panel.getByText('The page is fine')).toBeVisible();
  await inlet.waitForTotal(form, 0);
  site.close();
});
