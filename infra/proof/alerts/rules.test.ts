import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readRules } from '#alerts/rules.ts';

/** The interval of a service's check that Redis accepts writes. */
const looksEverySeconds = 1;

const seconds = (duration = ''): number => Number(/^(\d+)s$/.exec(duration)?.[1] ?? Number.NaN);

it('tells within five seconds of a Redis that refuses writes', async () => {
  const own = join(projectRoot, 'infra/monitoring/prometheus/prometheus.yml');
  const { scrape_configs } = parse(await readFile(own, 'utf8')) as {
    scrape_configs: { job_name: string; scrape_interval?: string }[];
  };
  const scraped = scrape_configs.find(({ job_name }) => job_name === 'ingest')?.scrape_interval;
  const { groups } = await readRules();
  const group = groups.find(({ rules }) => rules.some(({ alert }) => alert === 'RedisRefusesWrites'));
  expect(looksEverySeconds + seconds(scraped) + seconds(group?.interval)).toBeLessThanOrEqual(5);
});
