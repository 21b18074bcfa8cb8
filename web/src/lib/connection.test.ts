import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkPauseBaseMs, checkPauseMaxMs, createConnection } from '#lib/connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
describe('the connection', () => {
  it('is not given up for one request that fails', async () => {
    const { connection, heard, fail } = setUp();
    fail('/api/v1/me');
    await expect(connection.fetch('/api/v1/me', {})).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.isReachable()).toBe(true);
    expect(heard).toEqual([]);
  });

  it.each([502, 503, 504])('is lost when the service answers %d to a simple question, too', async (status) => {
    const { connection, heard, answer } = setUp();
    answer('/api/v1/me', status);
    answer('/api/config', status);
    expect((await connection.fetch('/api/v1/me', {})).status).toBe(status);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([false]);
  });

  it('is not doubted by a refusal', async () => {
    const { connection, requests, answer } = setUp();
    answer('/api/v1/me', 500);
    await connection.fetch('/api/v1/me', {});
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual(['/api/v1/me']);
  });

  it('is not doubted by a request that was given up', async () => {
    const { connection, requests, fail } = setUp();
    fail('/api/v1/me', new DOMException('The page was left', 'AbortError'));
    await expect(connection.fetch('/api/v1/me', {})).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual(['/api/v1/me']);
  });

  it('is checked again by a request during a response', async () => {
    const { connection, requests, fail } = setUp();
    fail('/api/config');
    connection.subscribe(() => void connection.check());
    await connection.check();
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(checkPauseBaseMs);
    expect(requests).toHaveLength(2);
  });

  it('is asked for at growing pauses until it is back', async () => {
    const { connection, requests, heard, fail, answer } = setUp();
    fail('/api/config');
    await connection.check();
    expect(connection.isReachable()).toBe(false);
    for (const pauseMs of [checkPauseBaseMs, 2 * checkPauseBaseMs, 4 * checkPauseBaseMs, checkPauseMaxMs]) {
      const before = requests.length;
      await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(requests).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(requests).toHaveLength(before + 1);
    }
    answer('/api/config', 200);
    await vi.advanceTimersByTimeAsync(checkPauseMaxMs);
    expect(heard).toEqual([false, true]);
    const after = requests.length;
    await vi.advanceTimersByTimeAsync(10 * checkPauseMaxMs);
    expect(requests).toHaveLength(after);
  });

  it('is checked at once when the browser hints at a change, and once for concurrent calls', async () => {
    const { connection, requests, hint, fail, answer } = setUp();
    fail('/api/config');
    await connection.check();
    answer('/api/config', 200);
    hint();
    await Promise.all([connection.check(), connection.check()]);
    expect(connection.isReachable()).toBe(true);
    expect(requests).toHaveLength(2);
  });
});

function setUp() {
  const outcomes = new Map<string, () => Promise<Response>>();
  const requests: string[] = [];
  let hint = () => {};
  const connection = createConnection({
    fetch: (path) => {
      requests.push(path);
      return outcomes.get(path)?.() ?? Promise.resolve(Response.json({}));
    },
    onHint: (listener) => {
      hint = listener;
    },
  });
  const heard: boolean[] = [];
  connection.subscribe(() => heard.push(connection.isReachable()));
  return {
    connection,
    requests,
    heard,
    hint: () => hint(),
    answer: (path: string, status: number) => outcomes.set(path, async () => Response.json({}, { status })),
    fail: (path: string, error: Error = new TypeError('Failed to fetch')) =>
      outcomes.set(path, () => Promise.reject(error)),
  };
}
