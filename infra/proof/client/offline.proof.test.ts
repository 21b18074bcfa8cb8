import { expect, it } from 'vitest';
import { openWebsite, storedOf } from '#client/website.test-setup.ts';
import { openHouse } from '#house/open-house.test-setup.ts';

const count = 100;
const hourMs = 3_600_000;

it('100 of 100 submissions arrive once and in order per form after an hour offline and a closed tab', async () => {
  const house = await openHouse();
  const forms = [await house.addForm(), await house.addForm()];
  const website = await openWebsite();
  const page = await website.open();
  await page.clock.install();
  await website.context.setOffline(true);
  const numbers = Array.from({ length: count }, (_, n) => n);
  const states: unknown[] = [];
  for (const n of numbers) {
    const endpoint = `${house.urls.gateway}/f/${forms[n % forms.length]?.endpointId}`;
    states.push(await page.evaluate(`inlet.submit('${endpoint}', { n: ${n} }).then(({ state }) => state)`));
  }
  expect(states).toEqual(numbers.map(() => 'queued'));
  await page.clock.fastForward(hourMs);
  await page.close();
  await website.context.setOffline(false);
  const later = await website.open();
  await website.untilSent(later);
  const stored = await Promise.all(forms.map((form) => storedOf(house, form, count / forms.length)));
  expect(stored.map((rows) => rows.map(({ n }) => n))).toEqual(
    forms.map((_, index) => numbers.filter((n) => n % forms.length === index)),
  );
});
