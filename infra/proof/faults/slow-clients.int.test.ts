import { readdirSync } from 'node:fs';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/testing/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { openSlowClient } from '#faults/slow-clients.test-setup.ts';
import { nothing, startLoad } from '#house/load.test-setup.ts';
import { isFullRun } from '#house/run-settings.ts';

const testTimeoutMs = 180_000;
/** Of each of the five habits. */
const clientsEach = 100;
/** Ten seconds for headers and thirty for a whole request, looked at every two; the rest is for a busy machine. */
const headersWithinMs = 17_000;
const requestWithinMs = 37_000;
const closedWithinMs = 20_000;
/** Connections to Redis and to one another, files, and those of honest visitors. */
const otherDescriptors = 60;

function descriptorsOf({ fleets }: Fleets): number[] {
  return [fleets.ingest, fleets.gateway].map((fleet) => readdirSync(`/proc/${fleet.pids()[0]}/fd`).length);
}

it.runIf(isFullRun)(
  'turns slow clients away in time, while nobody else notices them',
  {
    timeout: testTimeoutMs,
  },
  async () => {
    const house = await startFleets(1);
    const load = await startLoad(house, '9 slow clients');
    await load.untilMore();
    const before = descriptorsOf(house);
    const open = (url: string, habit: Parameters<typeof openSlowClient>[1]) =>
      Array.from({ length: clientsEach }, () => {
        const client = openSlowClient(url, habit);
        onTestFinished(client.hangUp);
        return client;
      });

    const head = `POST /f/${load.form.endpointId} HTTP/1.1\r\nhost: localhost\r\n`;
    const json = 'content-type: application/json\r\n';
    const slowHeaders = { begins: head, goesOn: 'x' };
    const slowBody = { begins: `${head}${json}content-length: 1000\r\n\r\n{`, goesOn: ' ' };
    const page = 'GET /app HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const { ingest, gateway } = house.urls;
    const byHeaders = [...open(ingest, slowHeaders), ...open(gateway, slowHeaders)];
    const byBody = [...open(ingest, slowBody), ...open(gateway, slowBody)];
    const readers = open(gateway, { begins: page.repeat(100), reads: false });
    await load.untilMore();
    const most = descriptorsOf(house);

    for (const [clients, withinMs] of [
      [byHeaders, headersWithinMs],
      [byBody, requestWithinMs],
    ] as const) {
      const answers = await Promise.all(clients.map(({ answer }) => answer));
      expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([408]));
      expect(Math.max(...answers.map((answer) => answer?.afterMs ?? 0))).toBeLessThan(withinMs);
    }
    for (const { hangUp } of readers) hangUp();
    await load.untilMore();
    await load.judge(nothing);

    // Each connection costs a descriptor, one more where the gateway asks ingest for it, and no further one.
    for (const [index, count] of most.entries()) {
      expect(count).toBeLessThanOrEqual((before[index] ?? 0) + 5 * clientsEach + otherDescriptors);
    }
    const isOver = () => descriptorsOf(house).every((count, index) => count <= (before[index] ?? 0) + otherDescriptors);
    await waitUntil(isOver, { timeoutMs: closedWithinMs, what: 'their connections to be closed' });
  },
);
