import { recordLog } from '@inlet/process/recorded-log.test-setup';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from '#errors.ts';
import { createRefusalLog, type RefusalLimits, type RefusedRequest } from '#refusal-log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits: RefusalLimits = { linesPerKind: 2, lines: 6, kinds: 10, counts: 3 };
const wrong = new HttpError(401, 'unauthorized', 'Sign in to continue');
const full = new HttpError(429, 'rate_limited', 'Too many');
const broken = new HttpError(500, 'server_error', 'Server error');

let count = 0;
function request(overrides: Partial<RefusedRequest> = {}): RefusedRequest {
  count += 1;
  const requestId = `request-${count}`;
  return { requestId, method: 'POST', route: '/f/:endpointId', network: '192.0.2.0/24', ...overrides };
}
function open() {
  const { logger, lines } = recordLog();
  return { log: createRefusalLog(logger, limits), lines };
}
const times = (number: number, work: (n: number) => void) => Array.from({ length: number }, (_, n) => work(n));

describe('a refusal', () => {
  it('has a line with everything that is known of its request', () => {
    const { log, lines } = open();
    const known = request({ formId: 'form-1', userId: 'user-1' });
    log.note(known, wrong, wrong);
    expect(lines).toEqual([
      expect.objectContaining({ ...known, level: 30, msg: 'http: request refused', status: 401, code: 'unauthorized' }),
    ]);
  });

  it('that is our own failure has a line with its cause', () => {
    const { log, lines } = open();
    log.note(request(), broken, new Error('the cause'));
    log.note(request(), broken, broken);
    expect(lines).toMatchObject([
      { level: 50, msg: 'http: request failed', err: { message: 'the cause' } },
      { level: 40, msg: 'http: request refused' },
    ]);
  });
});

describe('a flood', () => {
  it('from one network has the first lines of a minute, and one with the number of the others', () => {
    const { log, lines } = open();
    times(1_000, () => log.note(request(), full, full));
    expect(lines).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    const counted = { method: 'POST', route: '/f/:endpointId', network: '192.0.2.0/24', code: 'rate_limited' };
    expect(lines.slice(2)).toMatchObject([{ ...counted, level: 30, msg: 'http: more requests refused', count: 998 }]);
  });

  it('begins anew with the next minute', () => {
    const { log, lines } = open();
    log.note(request(), full, full);
    vi.advanceTimersByTime(60_000);
    times(2, () => log.note(request(), full, full));
    vi.advanceTimersByTime(60_000);
    expect(lines.map(({ msg }) => msg)).toEqual(Array(3).fill('http: request refused'));
  });

  it('leaves the lines of other routes, codes and networks alone', () => {
    const { log, lines } = open();
    times(100, () => log.note(request(), full, full));
    log.note(request({ network: '198.51.100.0/24' }), full, full);
    log.note(request({ route: '/api/auth/sign-in' }), full, full);
    log.note(request(), wrong, wrong);
    expect(lines.filter(({ msg }) => msg === 'http: request refused')).toHaveLength(5);
  });

  it('from very many networks has a bounded number of lines, and no refusal goes uncounted', () => {
    const { log, lines } = open();
    times(1_000, (n) => log.note(request({ network: `network ${n % 500}` }), full, full));
    vi.advanceTimersByTime(60_000);
    expect(lines.length).toBeLessThanOrEqual(limits.lines + limits.counts + 1);
    const told = lines.reduce((sum, line) => sum + (typeof line.count === 'number' ? line.count : 1), 0);
    expect(told).toBe(1_000);
  });

  it('of an hour from very many networks takes three megabytes of log', () => {
    const { logger, lines } = recordLog();
    const log = createRefusalLog(logger);
    times(60, () => {
      times(2_000, (n) => log.note(request({ network: `2001:db8:${n}::/48`, endpointId: 'k3v9x2m1p0qa' }), full, full));
      vi.advanceTimersByTime(60_000);
    });
    const bytes = lines.reduce((sum, line) => sum + JSON.stringify(line).length, 0);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(3_000_000);
  });

  it('does not hide our own failures', () => {
    const { log, lines } = open();
    times(1_000, (n) => log.note(request({ network: `network ${n}` }), full, full));
    log.note(request(), broken, new Error('the cause'));
    expect(lines.at(-1)).toMatchObject({ msg: 'http: request failed' });
  });

  it('is counted to its end when the process closes', () => {
    const { log, lines } = open();
    times(5, () => log.note(request(), full, full));
    log.flush();
    expect(lines.at(-1)).toMatchObject({ count: 3 });
  });
});
