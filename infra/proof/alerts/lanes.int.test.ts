import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { findPrometheus } from '#alerts/prometheus.test-setup.ts';
import { alertsFile, readRules } from '#alerts/rules.ts';

interface Case {
  readonly alert: string;
  /** The values of two lanes, of which the second is at fault. */
  readonly series: readonly (readonly [name: string, value: number | string])[];
  readonly labels: Readonly<Record<string, string>>;
  readonly says: string;
}

const submissions = (lane: number) => `{queue="submissions",lane="${lane}"}`;
const cases: readonly Case[] = [
  {
    alert: 'RedisRefusesWrites',
    series: [
      ['inlet_redis_writable{lane="0"}', 1],
      ['inlet_redis_writable{lane="1"}', 0],
      // A lane that does not answer has another alert.
      ['inlet_redis_writable{lane="2"}', 'NaN'],
    ],
    labels: { lane: '1' },
    says: 'Redis answers and takes no writes, as a replica does (lane 1)',
  },
  {
    alert: 'DirectPath',
    series: [
      ['inlet_direct_path{lane="0"}', 0],
      ['inlet_direct_path{lane="1"}', 1],
    ],
    labels: { lane: '1' },
    says: 'Submissions go directly to the worker, because Redis cannot be used (lane 1)',
  },
  {
    alert: 'RedisMemoryHigh',
    series: [
      ['inlet_redis_memory_used_ratio{lane="0"}', 0.5],
      ['inlet_redis_memory_used_ratio{lane="1"}', 0.875],
    ],
    labels: { lane: '1' },
    says: 'Redis uses 87.5% of its memory (lane 1)',
  },
  {
    alert: 'SubmissionsWaiting',
    series: [
      [`inlet_queue_oldest_seconds${submissions(0)}`, 1],
      [`inlet_queue_oldest_seconds${submissions(1)}`, 30],
    ],
    labels: { lane: '1' },
    says: 'Submissions have been waiting for 30s to be stored (lane 1)',
  },
  {
    alert: 'SubmissionJobsFailed',
    series: [
      [`inlet_queue_failed_jobs${submissions(0)}`, 0],
      [`inlet_queue_failed_jobs${submissions(1)}`, 3],
    ],
    labels: { lane: '1' },
    says: '3 batches of submissions failed for good (lane 1)',
  },
  {
    alert: 'WorkerStalled',
    series: [
      ['inlet_worker_still_seconds{instance="worker:8083",lane="0"}', 0],
      ['inlet_worker_still_seconds{instance="worker:8083",lane="1"}', 60],
    ],
    labels: { instance: 'worker:8083', lane: '1' },
    says: 'worker:8083 has moved no batch of lane 1 for 1m 0s while some wait',
  },
  {
    alert: 'RedisAway',
    series: [
      ['inlet_dependency_up{service="ingest",dependency="redis"}', 1],
      ['inlet_dependency_up{service="ingest",dependency="redis of lane 1"}', 0],
      ['inlet_dependency_up{service="ingest",dependency="redis memory of lane 1"}', 0],
    ],
    labels: { service: 'ingest', dependency: 'redis of lane 1' },
    says: 'ingest gets no answer from redis of lane 1, or cannot write to it',
  },
];

it.each(cases)('$alert names the lane that is at fault, and no other one', async ({ alert, series, labels, says }) => {
  const { promtool } = findPrometheus();
  const rules = (await readRules()).groups.flatMap((group) => group.rules);
  const rule = rules.find((candidate) => candidate.alert === alert);
  if (!rule) throw new Error(`There is no ${alert}`);
  const expected = {
    exp_labels: { ...rule.labels, ...labels },
    exp_annotations: { ...rule.annotations, summary: says },
  };
  const test = {
    rule_files: [alertsFile],
    evaluation_interval: '15s',
    tests: [
      {
        interval: '15s',
        input_series: series.map(([name, value]) => ({
          series: name,
          values: `${value} `.repeat(80),
        })),
        alert_rule_test: [{ eval_time: '15m', alertname: alert, exp_alerts: [expected] }],
      },
    ],
  };
  const file = join(await createDisposableFolder(), 'lanes.yml');
  await writeFile(file, stringify(test));
  const { stdout } = await promisify(execFile)(promtool, ['test', 'rules', file]);
  expect(stdout).toContain('SUCCESS');
});
