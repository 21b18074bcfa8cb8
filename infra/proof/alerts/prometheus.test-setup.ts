import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { findProgram } from '@inlet/local-servers/find-program';
import { freePort } from '@inlet/local-servers/free-port';
import { parse, stringify } from 'yaml';
import { hurry, inWindow, readRules } from '#alerts/rules.ts';
import { startReady } from '#alerts/start-ready.test-setup.ts';

export type TestPrometheus = Awaited<ReturnType<typeof startPrometheus>>;

interface Scrape {
  readonly job_name: string;
  readonly dns_sd_configs?: unknown;
}

/** Prometheus and its tool. `npm test` installs them before the first test. */
export function findPrometheus() {
  const path = process.env.PATH ?? '';
  const prometheus = findProgram(['prometheus'], path);
  const promtool = findProgram(['promtool'], path);
  if (prometheus && promtool) return { prometheus, promtool };
  throw new Error('The tests of the alerts need Prometheus (Debian, Ubuntu: sudo apt-get install prometheus)');
}

/** The real intervals are 15 seconds. If a dependency is away, a service may need more than a second to respond. */
const evaluatedEvery = '500ms';
const scrapedEvery = '2s';

/**
 * A real Prometheus with the real configuration and short intervals. It scrapes these addresses, by job name, and sends
 * alerts to the Alertmanager at the other address, if there is one.
 */
export async function startPrometheus(
  folder: string,
  targets: Readonly<Record<string, string>>,
  alertmanager?: string,
) {
  const { prometheus } = findPrometheus();
  const own = join(projectRoot, 'infra/monitoring/prometheus/prometheus.yml');
  const { alerting: _, ...config } = parse(await readFile(own, 'utf8')) as {
    alerting: object;
    scrape_configs: Scrape[];
  };
  const alerting = { alertmanagers: alertmanager ? [{ static_configs: [{ targets: [alertmanager] }] }] : [] };
  const scrapes = config.scrape_configs.map((scrape) => {
    const target = targets[scrape.job_name];
    if (target === undefined) throw new Error(`Nothing runs that the job ${scrape.job_name} could scrape`);
    // Only compose has these host names.
    const { dns_sd_configs: _, ...known } = scrape;
    return {
      ...known,
      scrape_interval: scrapedEvery,
      scrape_timeout: scrapedEvery,
      static_configs: [{ targets: [target] }],
    };
  });
  const file = join(folder, 'prometheus.yml');
  const hurried = { ...config, alerting, global: { evaluation_interval: evaluatedEvery }, scrape_configs: scrapes };
  await writeFile(file, stringify(hurried));
  await writeFile(join(folder, 'alerts.yml'), stringify(hurry(await readRules())));

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startReady({
    name: 'Prometheus',
    program: prometheus,
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      // An alert that fires before Prometheus knows its Alertmanager is lost, and is sent again only after a minute.
      '--rules.alert.resend-delay=1s',
      '--log.level=error',
    ],
    env: {},
    ready: `${url}/-/ready`,
  });
  return {
    /** The names of the alerts that are firing. */
    firing: async (): Promise<ReadonlySet<string>> => {
      const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>(
        `${url}/api/v1/alerts`,
      );
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
    /** Runs a query; fails if it is invalid. */
    query: async (expr: string) => {
      const query = new URLSearchParams({ query: inWindow(expr) });
      return (await ask<{ result: readonly unknown[] }>(`${url}/api/v1/query?${query}`)).result;
    },
    stop: server.stop,
  };
}

async function ask<T>(address: string): Promise<T> {
  const answer = (await (await fetch(address)).json()) as { status: string; error?: string; data: T };
  if (answer.status !== 'success') throw new Error(`Prometheus: ${answer.error}`);
  return answer.data;
}
