import { expect, it } from 'vitest';
import { openWebsite, storedOf } from '#client/website.test-setup.ts';
import { openHouse } from '#house/open-house.test-setup.ts';

const count = 100;
const hourMs = 3_600_000;

it('100 of 100 submissions arrive once and in order after an hour offline and a closed tab', async () => {
  const house = await openHouse();
  const form = await house.addForm();
  const website = await openWebsite();
  const page = await website.open();
  await page.clock.install();
  await website.context.setOffline(true);
  const endpoint = `${house.urls.gateway}/f/${form.endpointId}`;
  const states: unknown[] = [];
  for (let n = 0; n < count; n += 1)
    states.push(await page.evaluate(`inlet.submit('${endpoint}', { n: ${n} }).then(({ state }) => state)`));
  expect(states).toEqual(Array.from({ length: count }, () => 'queued'));
  await page.clock.fastForward(hourMs);
  await page.close();
  await website.context.setOffline(false);
  await website.open();
  const stored = await storedOf(house, form, count);
  expect(stored.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, n) => n));
});
