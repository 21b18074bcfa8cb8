import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { expect, it } from 'vitest';
import { addForm, postJson, untilDrained } from '#house/house.test-setup.ts';

it('logs no warning while the services start and store their first submission', async () => {
  const lines: string[] = [];
  const environment = { LOG_LEVEL: 'warn', BILLING: 'off' };
  const house = await startFleets(1, { environment, options: { onLine: (line) => lines.push(line) } });
  const form = await addForm(house, { plan: 'pro' });
  const { status } = await postJson(`${house.urls.gateway}/f/${form.endpointId}`, { name: 'Ada' });
  expect(status).toBe(200);
  await untilDrained(house);
  for (const fleet of Object.values(house.fleets)) await fleet.stop();
  // A busy machine makes Redis slow, and ingest says so rightly.
  expect(lines.filter((line) => !line.includes('Redis is slow'))).toEqual([]);
});
