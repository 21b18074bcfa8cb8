import { expect, it, vi } from 'vitest';
import { startBackgroundLoop } from '#background-loop.ts';
import { recordLog } from '#recorded-log.test-setup.ts';

it('goes on after a failure, and logs the first one in a row', async () => {
  const { logger, lines } = recordLog();
  let round = 0;
  const loop = startBackgroundLoop({ intervalMs: 1, logger, complaint: 'spam: removal failed' }, async () => {
    round += 1;
    if (round !== 3) throw new Error('away');
  });
  await vi.waitFor(() => expect(round).toBeGreaterThan(5), 60_000);
  await loop.close();
  expect(lines.map(({ msg }) => msg)).toEqual(['spam: removal failed', 'spam: removal failed']);
});

it('tries a failed round again after a pause of its own', async () => {
  const { logger } = recordLog();
  let round = 0;
  const loop = startBackgroundLoop({ intervalMs: 3_600_000, retryMs: 1, logger, complaint: 'failed' }, async () => {
    round += 1;
    if (round < 3) throw new Error('away');
  });
  await vi.waitFor(() => expect(round).toBe(3), 60_000);
  await loop.close();
});

it('ends a pause at once when it closes, and waits for the round under way', async () => {
  const { logger } = recordLog();
  const hourMs = 3_600_000;
  const done: string[] = [];
  const resting = startBackgroundLoop({ intervalMs: hourMs, logger, complaint: 'failed' }, async ({ rest }) => {
    await rest(hourMs);
    done.push('rested');
  });
  const pausing = startBackgroundLoop({ intervalMs: hourMs, logger, complaint: 'failed' }, async ({ signal }) => {
    done.push(signal.aborted ? 'late' : 'worked');
  });
  await Promise.all([resting.close(), pausing.close()]);
  expect(done).toEqual(['worked', 'rested']);
});

it('begins the next round at once when it is woken, also during a round', async () => {
  const { logger } = recordLog();
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  let round = 0;
  const loop = startBackgroundLoop({ intervalMs: 3_600_000, logger, complaint: 'failed' }, async () => {
    round += 1;
    await gates[round - 1]?.promise;
  });
  loop.wake();
  gates[0]?.resolve();
  await vi.waitFor(() => expect(round).toBe(2), 60_000);
  gates[1]?.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(round).toBe(2);
  loop.wake();
  await vi.waitFor(() => expect(round).toBe(3), 60_000);
  for (const { resolve } of gates) resolve();
  await loop.close();
});
