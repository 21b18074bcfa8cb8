import { expect } from '@playwright/test';
import { message, notePosts, saved, send, sent, status, test, write } from './shop.ts';

test('what was sent offline arrives once and in order, though the tab was closed', async ({
  context,
  inlet,
  watch,
  shop: { form, open },
}) => {
  watch.expectNetworkFailure();
  const page = await open();
  await context.setOffline(true);
  const texts = Array.from({ length: 20 }, (_, index) => `message ${index}`);
  for (const text of texts) {
    await write(page, text);
    await expect(status(page)).toHaveText(saved);
    await expect(message(page)).toHaveValue('');
  }
  await page.close();
  await context.setOffline(false);
  const posts = notePosts(context);
  const next = await open();
  await expect(status(next)).toHaveText(sent);
  await inlet.waitForTotal(form, texts.length);
  expect((await inlet.readData(form)).map(({ message: text }) => text)).toEqual(texts);
  expect(new Set(posts).size).toBe(texts.length);
  expect(posts).toHaveLength(texts.length);
});

test('two tabs that come online send a saved submission once', async ({
  context,
  inlet,
  watch,
  shop: { form, open },
}) => {
  watch.expectNetworkFailure();
  const [first, second] = [await open(), await open()];
  await context.setOffline(true);
  for (const [index, page] of [first, second, first].entries()) {
    await write(page, `message ${index}`);
    await expect(status(page)).toHaveText(saved);
  }
  const posts = notePosts(context);
  await context.setOffline(false);
  await inlet.waitForTotal(form, 3);
  expect((await inlet.readData(form)).map(({ message: text }) => text)).toEqual([
    'message 0',
    'message 1',
    'message 2',
  ]);
  expect(posts).toHaveLength(3);
});

test('without a storage, a submission is tried while the page is open and then refused', async ({
  context,
  inlet,
  watch,
  shop: { form, open },
}) => {
  watch.expectNetworkFailure();
  await context.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  const page = await open();
  await page.clock.install();
  await context.setOffline(true);
  await write(page, 'to be kept');
  await expect(status(page)).toHaveText('Sending…');
  await expect(async () => {
    await page.clock.runFor(10_000);
    expect(await status(page).textContent()).toBe('Not sent. Please try again.');
  }).toPass();
  await expect(message(page)).toHaveValue('to be kept');
  await context.setOffline(false);
  await send(page);
  await expect(status(page)).toHaveText(sent);
  await inlet.waitForTotal(form, 1);
});

test('what became of a saved submission is said on a later page, also when it was refused or is too old', async ({
  context,
  inlet,
  watch,
  shop: { form, open },
}) => {
  watch.expectNetworkFailure();
  watch.expectStatus(403);
  const page = await open();
  await context.setOffline(true);
  await write(page, 'too late');
  await expect(status(page)).toHaveText(saved);
  await page.close();
  await inlet.updateForm(form, {
    closesAt: new Date(Date.now() - 1_000).toISOString(),
    closedMessage: 'We have moved.',
  });
  await context.setOffline(false);
  const posts = notePosts(context);
  const next = await open();
  await expect(status(next)).toHaveText('We have moved.');
  // What was refused has left the queue: a page that looks through the queue sends nothing.
  await next.reload();
  await next.evaluate(() => navigator.locks.request('inlet', () => {}));
  expect(posts).toHaveLength(1);

  await context.setOffline(true);
  await write(next, 'too old');
  await expect(status(next)).toHaveText(saved);
  await next.close();
  const tried = posts.length;
  await context.setOffline(false);
  await context.clock.install({ time: Date.now() + 7 * 86_400_000 + 60_000 });
  const last = await open();
  await expect(status(last)).toHaveText('Not sent for 7 days. Please try again.');
  expect(posts).toHaveLength(tried);
});

test('a submission that the service fails to take holds up the later ones of its form, for a day', async ({
  context,
  inlet,
  watch,
  website,
  shop: { form, open },
}) => {
  watch.expectStatus(500);
  const other = await inlet.createForm({ allowedOrigins: [website.origin] });
  // As the service would answer if it failed because of what the submission says.
  await context.route(form.endpointUrl, (route) =>
    route.request().postData()?.includes('poison') ? route.fulfill({ status: 500 }) : route.continue(),
  );
  const page = await open();
  for (const text of ['poison', 'Hello']) {
    await write(page, text);
    await expect(status(page)).toHaveText(saved);
    await expect(message(page)).toHaveValue('');
  }
  const ofOther = `inlet.submit('${other.endpointUrl}', { message: 'Hello' }).then(({ state }) => state)`;
  expect(await page.evaluate(ofOther)).toBe('sent');
  await page.close();

  await context.clock.install({ time: Date.now() + 86_400_000 });
  const next = await open();
  await expect(status(next)).toHaveText(sent);
  await inlet.waitForTotal(form, 1);
  expect((await inlet.readData(form)).map(({ message: text }) => text)).toEqual(['Hello']);
});
