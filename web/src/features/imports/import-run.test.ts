import type { ImportAnswer } from '@inlet/contracts/imports';
import { describe, expect, it } from 'vitest';
import { choicesOf, mappingOf } from '#features/imports/column-choices.ts';
import { fileOf } from '#features/imports/file.test-setup.ts';
import { importFailure, isFull, type RunState, runFile } from '#features/imports/import-run.ts';
import { openFile } from '#features/imports/open-file.ts';
import { ApiError, NetworkError } from '#lib/http.ts';

const answer: ImportAnswer = { importId: '', imported: 1_000, known: 0, refused: [], room: 5_000 };

/** Runs a file of 2,500 rows. */
async function run(
  send: (call: number) => ImportAnswer,
  onState: (state: RunState, stop: () => void) => void = () => undefined,
) {
  const opened = await openFile(fileOf(`a\n${'1\n'.repeat(2_500)}`), 'UTC');
  const stop = new AbortController();
  const states: RunState[] = [];
  const pauses: number[] = [];
  let calls = 0;
  await runFile({
    ...{ opened, mapping: mappingOf(choicesOf(opened)), signal: stop.signal },
    send: async () => {
      calls += 1;
      return send(calls);
    },
    onState: (state) => {
      states.push(state);
      onState(state, () => stop.abort());
    },
    pause: async (ms) => void pauses.push(ms),
  });
  return { states, last: states.at(-1), pauses, calls };
}

describe('a file', () => {
  it('is sent whole, and says how far it is', async () => {
    const { last, states, calls } = await run(() => answer);
    expect(calls).toBe(3);
    expect(states.map(({ progress }) => progress.imported)).toEqual([0, 1_000, 2_000, 3_000, 3_000]);
    expect(last).toMatchObject({ status: 'done', progress: { room: 5_000 } });
  });

  it('waits where the service is away or busy, and sends the same call again', async () => {
    const faults = [
      new NetworkError('offline'),
      new ApiError(429, 'import_running', 'Busy'),
      new ApiError(500, 'server_error', 'x'),
      new ApiError(503, 'unavailable', 'Busy', [], 30_000),
    ];
    const { last, states, pauses, calls } = await run((call) => {
      const fault = faults[call - 1];
      if (fault) throw fault;
      return answer;
    });
    expect([calls, pauses]).toEqual([7, [1_000, 2_000, 4_000, 30_000]]);
    expect(states.some((state) => state.status === 'running' && state.isWaiting)).toBe(true);
    expect(last).toMatchObject({ status: 'done', progress: { imported: 3_000 } });
  });

  it('breaks off where the service stays away, and keeps what it knows', async () => {
    const { last, calls } = await run((call) => {
      if (call > 1) throw new NetworkError('offline');
      return answer;
    });
    expect(calls).toBe(9);
    expect(last).toMatchObject({ status: 'failed', progress: { imported: 1_000 } });
    expect(last?.status === 'failed' && importFailure(last.error)).toMatch(/^Inlet cannot be reached/);
  });

  it('breaks off at once where the plan is full', async () => {
    const { last, calls } = await run(() => {
      throw new ApiError(403, 'import_limit_reached', 'Your plan keeps up to 10');
    });
    expect(calls).toBe(1);
    expect(last?.status === 'failed' && [isFull(last.error), importFailure(last.error)]).toEqual([
      true,
      'Your plan keeps up to 10',
    ]);
  });

  it('stops between two calls, so that its numbers are true', async () => {
    const { last, calls } = await run(
      () => answer,
      ({ progress }, stop) => progress.imported === 1_000 && stop(),
    );
    expect(calls).toBe(1);
    expect(last).toMatchObject({ status: 'stopped', progress: { imported: 1_000 } });
  });
});
