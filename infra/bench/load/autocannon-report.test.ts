import { describe, expect, it } from 'vitest';
import { parseAutocannonReport } from '#load/autocannon-report.ts';

const report = {
  url: 'http://127.0.0.1:8081/api/forms/a',
  duration: 10.02,
  errors: 2,
  timeouts: 1,
  non2xx: 3,
  '2xx': 120_000,
  latency: { average: 20.4, p50: 20, p90: 25, p99: 41 },
};

describe('parseAutocannonReport', () => {
  it('counts what was answered with 2xx as requests, and everything else as errors', () => {
    expect(parseAutocannonReport(`${JSON.stringify(report)}\n`)).toEqual({
      requests: 120_000,
      seconds: 10.02,
      p50Ms: 20,
      p99Ms: 41,
      errors: 5,
    });
  });

  it('fails with what autocannon said when there is no report', () => {
    expect(() => parseAutocannonReport('Error: connect ECONNREFUSED')).toThrow('ECONNREFUSED');
  });
});
