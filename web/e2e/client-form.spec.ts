import { expect, type Locator } from '@playwright/test';
import { clientScript } from './samples/client-script.ts';
import { message, send, sent, status, test, write } from './shop.ts';

test('errors of the rules are shown at their fields, until these are changed', async ({
  inlet,
  watch,
  shop: { form, open },
}) => {
  watch.expectStatus(422);
  await inlet.saveRules(form, {
    mode: 'enforce',
    fields: [
      { name: 'message', type: 'text', required: true },
      { name: 'guests', type: 'number', max: 9, label: 'Guests' },
      { name: 'sent-by', type: 'text' },
    ],
  });
  const page = await open(
    '<input name="message" aria-label="Message"><input name="guests" aria-label="Guests"><p data-inlet-status></p>',
  );
  await page.evaluate(() => {
    const outcomes: string[] = [];
    Object.assign(window, { outcomes });
    for (const type of ['inlet:sent', 'inlet:refused'])
      document.addEventListener(type, (event) => outcomes.push((event as CustomEvent).detail.state));
  });
  const guests = page.getByLabel('Guests');
  const fault = (field: Locator) => field.evaluate((input: HTMLInputElement) => input.validationMessage);
  await guests.fill('12');
  await write(page, 'Hello');
  await expect(status(page)).toHaveText('Guests must be 9 or less');
  expect(await fault(guests)).toBe('Guests must be 9 or less');
  await expect(guests).toBeFocused();
  await expect(message(page)).toHaveValue('Hello');
  await guests.fill('2');
  expect(await fault(guests)).toBe('');
  await send(page);
  await expect(status(page)).toHaveText(sent);
  await expect(guests).toHaveValue('');
  await inlet.waitForTotal(form, 1);
  expect(await inlet.readData(form)).toEqual([{ message: 'Hello', guests: '2', 'sent-by': 'button' }]);
  expect(await page.evaluate('outcomes')).toEqual(['refused', 'sent']);
});

test('a page that is loaded again before the answer stores nothing twice, and loses no change', async ({
  inlet,
  watch,
  shop: { form, open },
}) => {
  watch.expectStatus(422);
  const page = await open();
  let lose: (() => void) | undefined;
  await page.route(form.endpointUrl, async (route) => {
    if (lose === undefined) return route.continue();
    const stored = lose;
    lose = undefined;
    await route.fetch();
    stored();
  });
  /** Sends what is in the form, and loads the page again once it is stored, without an answer. */
  const loseAnswer = async () => {
    const stored = Promise.withResolvers<void>();
    lose = stored.resolve;
    await send(page);
    await stored.promise;
    await page.reload();
  };
  await message(page).fill('Hello');
  await loseAnswer();
  await expect(status(page)).toHaveText(sent);
  await write(page, 'Hello');
  await expect(status(page)).toHaveText(sent);
  await inlet.waitForTotal(form, 1);

  await message(page).fill('Good bye');
  await loseAnswer();
  await expect(status(page)).toHaveText(sent);
  await write(page, 'Good bye, Ada');
  await expect(message(page)).toHaveValue('');
  await inlet.waitForTotal(form, 3);
  const texts = (await inlet.readData(form)).map(({ message: text }) => text);
  expect(texts).toEqual(['Hello', 'Good bye', 'Good bye, Ada']);
});

test('a draft keeps what was typed until it is sent, but no secret and no consent', async ({
  inlet,
  shop: { form, open },
}) => {
  const fields = `<input name="message" aria-label="Message"><textarea name="more" aria-label="More"></textarea>
    <select name="size" aria-label="Size"><option>S<option>M</select>
    <input type="radio" name="when" value="now" aria-label="Now"><input type="radio" name="when" value="later" aria-label="Later">
    <input type="password" name="secret" aria-label="Secret"><input name="card" autocomplete="cc-number" aria-label="Card">
    <input type="checkbox" name="consent" aria-label="Consent">`;
  const page = await open(fields, 'data-inlet-draft');
  const all = (tab: typeof page) =>
    tab.locator('form').evaluate((element: HTMLFormElement) => Object.fromEntries(new FormData(element)));
  const typed = { message: 'Hello', more: 'one\ntwo', size: 'M', when: 'later' };
  await message(page).fill('Hello');
  await page.getByLabel('More').fill('one\ntwo');
  await page.getByLabel('Size').selectOption('M');
  await page.getByLabel('Later').check();
  await page.getByLabel('Secret').fill('1234');
  await page.getByLabel('Card').fill('4242');
  await page.getByLabel('Consent').check();
  await page.close();
  const next = await open(fields, 'data-inlet-draft');
  expect(await all(next)).toEqual({ ...typed, secret: '', card: '' });
  await send(next);
  await expect(status(next)).toHaveText(sent);
  await inlet.waitForTotal(form, 1);
  const last = await open(fields, 'data-inlet-draft');
  expect(await all(last)).toEqual({ message: '', more: '', size: 'S', secret: '', card: '' });
});

test('a page chooses the words and the page that follows, and a form that it gives back is the browser’s own', async ({
  inlet,
  website,
  shop: { form, open },
}) => {
  website.pages.set('/thanks', '<!doctype html><title>Thanks</title>');
  const page = await open('<input name="message" aria-label="Message">', 'data-inlet-text-sent="Danke!"');
  const held = Promise.withResolvers<void>();
  await page.route(form.endpointUrl, async (route) => {
    await held.promise;
    await route.continue();
  });
  await message(page).fill('Hello');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  await page.locator('form').evaluate((element: HTMLFormElement) => {
    for (let click = 0; click < 3; click += 1) element.requestSubmit();
  });
  await expect(status(page)).toHaveText('Sending…');
  held.resolve();
  await expect(status(page)).toHaveText('Danke!');
  expect(requests.filter((method) => method === 'POST')).toHaveLength(1);

  // The names of these fields hide what a form has by the same names.
  const hiding = '<input name="action"><input name="reset">';
  const next = await open(`<input name="_next" type="hidden" value="${website.origin}/thanks">${hiding}`);
  await send(next);
  await expect(next).toHaveURL(`${website.origin}/thanks`);
  await inlet.waitForTotal(form, 2);

  const plain = await open();
  await plain.evaluate('inlet.enhance(document.forms[0]).destroy()');
  await expect(status(plain)).toHaveCount(0);
  await write(plain, 'without a script');
  await expect(plain.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await inlet.waitForTotal(form, 3);
});

test('a program and a form send files and tell the progress, and a file is never kept', async ({
  context,
  inlet,
  watch,
  website,
  shop: { form, open },
}) => {
  watch.expectNetworkFailure();
  for (const part of ['client', 'progress'] as const) website.pages.set(`/${part}.js`, await clientScript(part));
  const page = await open(
    '<input type="file" name="cv" aria-label="CV"><input name="message" aria-label="Message"><progress value="0"></progress>',
  );
  const shares = await page.evaluate(`(async () => {
    const { submit } = await import('/client.js');
    const { withProgress } = await import('/progress.js');
    const shares = [];
    const data = new FormData();
    data.append('cv', new File(['x'.repeat(500000)], 'cv.txt'));
    const transport = withProgress((share) => shares.push(share));
    const { state } = await submit('${form.endpointUrl}', data, { transport });
    return { state, last: shares.at(-1) };
  })()`);
  expect(shares).toEqual({ state: 'sent', last: 1 });
  await inlet.waitForTotal(form, 1);

  const cv = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('My work') };
  await page.evaluate(`(async () => {
    const [enhanced] = document.forms;
    inlet.enhance(enhanced).destroy();
    const { enhance } = await import('/client.js');
    const { withProgress } = await import('/progress.js');
    const progress = document.querySelector('progress');
    enhance(enhanced, { transport: withProgress((share) => { progress.value = share; }) });
  })()`);
  await page.getByLabel('CV').setInputFiles(cv);
  await send(page);
  await expect(status(page)).toHaveText(sent);
  await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 1);
  await inlet.waitForTotal(form, 2);

  await page.clock.install();
  await context.setOffline(true);
  await page.getByLabel('CV').setInputFiles(cv);
  await send(page);
  await expect(async () => {
    await page.clock.runFor(10_000);
    expect(await status(page).textContent()).toBe('Not sent: files cannot be saved. Please try again.');
  }).toPass();
  await context.setOffline(false);
  await send(page);
  await expect(status(page)).toHaveText(sent);
  await inlet.waitForTotal(form, 3);
});
