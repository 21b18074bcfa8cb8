import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot } from '@inlet/local/config';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockingCauses, type Cause, mailEventsSecret, separateCauses } from '#alerts/causes.test-setup.ts';
import { type ObservedStack, startObservedStack } from '#alerts/observed-stack.test-setup.ts';
import { outages } from '#alerts/outages.test-setup.ts';
import { findPrometheus, startPrometheus, type TestPrometheus } from '#alerts/prometheus.test-setup.ts';
import { alertsFile, metricsIn, readRules } from '#alerts/rules.ts';
import { dashboardFiles } from '#manifests/dashboards.ts';

const closers = new AsyncDisposableStack();
const { groups } = await readRules();
const rules = groups.flatMap((group) => group.rules);
const everyCause = [separateCauses, blockingCauses, outages].flatMap((causes) => Object.values<Cause>(causes));

let stack: ObservedStack;
let prometheus: TestPrometheus;

beforeAll(async () => {
  // Runs before the services start: if Prometheus cannot be installed, nothing else must be stopped.
  stack = await startObservedStack(closers, { MAIL_EVENTS_SECRET: mailEventsSecret });
  prometheus = await startPrometheus(stack.folder, stack.metricsAt);
  closers.defer(async () => void (await prometheus.stop()));
});

afterAll(() => closers.disposeAsync());

/** The metrics of each service. */
const readMetrics = () =>
  Promise.all(Object.values(stack.metricsAt).map(async (at) => (await fetch(`http://${at}/metrics`)).text()));

const parts: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** Only an account with a replica of PostgreSQL has these. */
const ofReplica = ['inlet_replica_reads_total', 'inlet_replica_lag_bytes'];

/** The names of all metrics, and `up`, which Prometheus adds. */
async function readMetricNames(): Promise<ReadonlySet<string>> {
  const declared = (await readMetrics()).flatMap((text) => [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]);
  const names = declared.flatMap(([, name, type = '']) => (parts[type] ?? ['']).map((part) => `${name}${part}`));
  return new Set(['up', ...ofReplica, ...names]);
}

const fires = (alert: string) =>
  waitUntil(async () => (await prometheus.firing()).has(alert), { what: `${alert} to fire` });

const betweenMs = 30;

async function provoke({ alerts, alertsAfter = [], provoke: begin, meanwhile }: Cause): Promise<void> {
  // A busy machine alone can delay a process for a moment.
  const areSilent = async () => {
    const firing = await prometheus.firing();
    return ![...alerts, ...alertsAfter].some((alert) => firing.has(alert));
  };
  await waitUntil(areSilent, { what: `silence of ${alerts.join(', ')} before the cause` });
  const mend = await begin?.(stack);
  let isOver = false;
  const repeat = async () => {
    for (; meanwhile && !isOver; await pause(betweenMs)) await meanwhile(stack);
  };
  const repeating = repeat();
  try {
    await Promise.all(alerts.map(fires));
  } finally {
    isOver = true;
    await mend?.();
    await repeating;
  }
  await Promise.all(alertsAfter.map(fires));
}

describe('the alerts', () => {
  it('are understood by Prometheus', async () => {
    const { promtool } = findPrometheus();
    await promisify(execFile)(promtool, ['check', 'rules', alertsFile]);
    await promisify(execFile)(promtool, ['check', 'config', join(alertsFile, '../prometheus.yml')]);
  });

  it('read only metrics that a service has', async () => {
    const names = await readMetricNames();
    const unknown = rules.flatMap(({ alert, expr }) =>
      metricsIn(expr).flatMap((name) => (names.has(name) ? [] : [`${alert}: ${name}`])),
    );
    expect(unknown).toEqual([]);
  });

  it.each(rules)(
    '$alert has a runbook whose first step names a metric that it reads',
    ({ alert, expr, annotations }) => {
      const name = alert.replaceAll(/(?<=.)([A-Z])/g, '-$1').toLowerCase();
      expect(annotations.runbook_url).toBe(`docs/runbooks/${name}.md`);
      const file = join(projectRoot, annotations.runbook_url);
      expect(existsSync(file), file).toBe(true);
      const [, firstStep = ''] = /^1\. ((?:.|\n(?!\d\. ))*)/m.exec(readFileSync(file, 'utf8')) ?? [];
      expect(
        metricsIn(expr).filter((metric) => firstStep.includes(metric.replace(/_(bucket|count)$/, ''))),
      ).not.toEqual([]);
    },
  );

  it('each have a cause below', () => {
    const caused = everyCause.flatMap(({ alerts, alertsAfter = [] }) => [...alerts, ...alertsAfter]);
    expect(caused.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });

  it('are silent while all is well', async () => {
    const untilTrue = (query: string, what: string) =>
      waitUntil(async () => (await prometheus.query(query)).length > 0, { what });
    await untilTrue('count(up == 1) == 5', 'every service to be scraped');
    for (let n = 0; n < 5; n += 1) expect(await stack.submit({ n })).toBe(200);
    await untilTrue('sum(inlet_submissions_stored_total) >= 5', 'the submissions to be measured');
    await waitUntil(async () => (await prometheus.firing()).size === 0, { what: 'silence' });
  });

  it('stand on values that are all known while all is well', async () => {
    expect((await readMetrics()).join('\n').match(/^inlet_.* NaN$/gm)).toBeNull();
    expect(await prometheus.query('inlet_dependency_up == 0')).toEqual([]);
    expect(await prometheus.query('inlet_ready == 1')).toHaveLength(5);
  });
});

describe('the dashboards', () => {
  it.for(dashboardFiles())('of $file ask Prometheus only for what there is', async ({ panels }) => {
    const names = await readMetricNames();
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        expect(
          metricsIn(expr).filter((name) => !names.has(name)),
          title,
        ).toEqual([]);
        // Prometheus refuses an invalid query.
        await prometheus.query(expr);
      }
    }
  });
});

describe.concurrent('an alert tells that', () => {
  it.for(Object.entries(separateCauses))('%s', ([, cause], { skip }) => {
    if (cause.isImpossible?.(stack)) return skip('This process may not bring it about');
    return provoke(cause);
  });
});

describe.concurrent('an alert tells that, while something is held up,', () => {
  it.for(Object.entries(blockingCauses))('%s', ([, cause]) => provoke(cause));
});

describe('an alert tells, beside all other failures, that', () => {
  it.for(Object.entries(outages))('%s', ([, cause]) => provoke(cause));
});
