import { describe, expect, it } from 'vitest';
import { parseWrkReport } from '#load/wrk.ts';

const output = `Running 10s test @ http://127.0.0.1:8081/api/forms/a
  1 threads and 256 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency    15.50ms    7.41ms  80.12ms   92.41%
  147480 requests in 10.01s, 61.32MB read
Requests/sec:  14733.27
BENCH {"requests":147480,"durationUs":10010000,"p50Us":15180,"p99Us":47780,"errors":3}
`;

describe('parseWrkReport', () => {
  it('reads the line of the script among what wrk says itself', () => {
    expect(parseWrkReport(output)).toEqual({
      requests: 147_480,
      seconds: 10.01,
      p50Ms: 15.18,
      p99Ms: 47.78,
      errors: 3,
    });
  });

  it('fails with what wrk said when the line is missing', () => {
    expect(() => parseWrkReport('unable to connect to 127.0.0.1:8081')).toThrow('unable to connect');
  });

  it('fails on a load that took no time', () => {
    const line = 'BENCH {"requests":0,"durationUs":0,"p50Us":0,"p99Us":0,"errors":0}';
    expect(() => parseWrkReport(line)).toThrow();
  });
});
