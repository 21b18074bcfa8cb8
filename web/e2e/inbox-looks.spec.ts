import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { detailsOf, expectRows, rowsOf, submittedData } from './inbox.ts';
import { expectAccessible, expectNoSidewaysScroll, keepMessages, signIn } from './pages.ts';

const longText = 'a long story, '.repeat(7_200);
const hostile = {
  '<b>name</b>': '<img src=x onerror="document.title = 1"><script>document.title = 1</script>',
  link: 'javascript:alert(1)',
  'שם פרטי': 'שלום עולם',
  'emoji 👩‍🚀': '🏳️‍🌈 flag',
  // Reverses the direction of the following text, unless it is isolated.
  turn: '\u202eevil',
  story: longText,
};

test('hostile submissions are shown as text, and break nothing', async ({ page, inlet }) => {
  const form = await inlet.createForm();
  await inlet.submit(form, Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field ${index}`, index])));
  await inlet.submit(form, hostile);
  await signIn(page, `/forms/${form.id}`);
  await expectRows(page, ['6 fields submitted', '200 fields submitted']);
  await expect(rowsOf(page).first()).toContainText('<img src=x onerror=');
  const [first, second] = [await rowsOf(page).first().boundingBox(), await rowsOf(page).nth(1).boundingBox()];
  expect(first?.height).toBe(second?.height);

  await rowsOf(page).first().getByRole('button').click();
  const details = detailsOf(page);
  expect(JSON.parse(await submittedData(page))).toEqual(hostile);
  const story = details.getByRole('region', { name: 'story' });
  expect(await story.textContent()).toBe(longText);
  await expect(details.locator('dt bdi')).toHaveText(Object.keys(hostile));
  await expect(details.getByRole('link')).toHaveCount(0);
  await expect(details.locator('img, script')).toHaveCount(0);
  await expect(page).toHaveTitle(`${form.name} · Inlet`);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Older submission' }).click();
  await expect(details.locator('dt bdi')).toHaveCount(200);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the inbox has no accessibility violation in ${colorScheme} colours, with each part open`, async ({
    page,
    inlet,
  }) => {
    await page.emulateMedia({ colorScheme });
    const form = await inlet.createForm();
    await inlet.submit(form, { message: 'Hello' });
    await inlet.submit(form, { message: longText });
    await inlet.sendRefused(form, { a: 1 }, 'https://elsewhere.example');
    await signIn(page, `/forms/${form.id}`);
    await keepMessages(page);
    await expect(rowsOf(page)).toHaveCount(2);
    await rowsOf(page).first().getByRole('button').click();
    await expect(detailsOf(page)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(detailsOf(page)).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('menuitem', { name: 'NDJSON, for programs' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await rowsOf(page).getByRole('checkbox').first().click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('1 submission deleted')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Refused' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing refused' }).or(page.getByText('Latest'))).toBeVisible();
    await expectAccessible(page);
  });
}

test('the inbox does not scroll sideways at 320 pixels', async ({ page, inlet }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const form = await inlet.createForm();
  await inlet.submit(form, { ['name'.repeat(40)]: 'word'.repeat(200) });
  await signIn(page, `/forms/${form.id}`);
  await expect(rowsOf(page)).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByLabel('Received from')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await rowsOf(page).getByRole('checkbox').click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await rowsOf(page).getByRole('button').click();
  await expect(detailsOf(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
