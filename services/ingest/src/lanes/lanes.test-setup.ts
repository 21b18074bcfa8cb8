import type { Lane } from '@inlet/redis/lanes';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import type { TestIngest } from '#ingest.test-setup.ts';

/** Sends a submission with a number, and returns the status of its response. */
export async function submit({ url }: Pick<TestIngest, 'url'>, endpointId: string, n: number): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/f/${endpointId}`, { method: 'POST', headers, body: JSON.stringify({ n }) });
  await response.arrayBuffer();
  return response.status;
}

/** The numbers of the submissions in a lane's queue, repeated for duplicates. */
export async function queuedIn({ redis, keys }: Pick<Lane, 'redis' | 'keys'>): Promise<number[]> {
  const queue = `${keys.queues}:submissions`;
  const ids = await redis.lrange(`${queue}:wait`, 0, -1);
  const texts = await Promise.all(ids.map((id) => redis.hget(`${queue}:${id}`, 'data')));
  return texts.flatMap((text) => numbersIn(JSON.parse(text ?? ''))).toSorted((a, b) => a - b);
}

/** The numbers of the submissions in a packed batch. */
export function numbersIn(batch: unknown): number[] {
  return unpackBatch(submissionBatchSchema.parse(batch)).map(({ json }) => Number(JSON.parse(json).n));
}

export async function readiness({ url }: Pick<TestIngest, 'url'>) {
  const response = await fetch(`${url}/readyz`);
  const { away } = (await response.json()) as { away: string[] };
  return { status: response.status, away };
}

/** The value of a metric with a label; undefined if there is none. */
export async function measured(
  { url }: Pick<TestIngest, 'url'>,
  name: string,
  label: string,
): Promise<number | undefined> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const line = lines.find((candidate) => candidate.startsWith(`${name}{`) && candidate.includes(label));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}
