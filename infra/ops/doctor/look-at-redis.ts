import { parseClusterUrl } from '@inlet/process/redis-url';
import { viewBacklog } from '@inlet/queue/backlog';
import { jobs } from '@inlet/queue/jobs';
import { createRedis } from '@inlet/redis/create-redis';
import { explainRefusal } from '@inlet/redis/explain-refusal';
import { redisKeys } from '@inlet/redis/keys';
import { laneNumbers, lanePrefix } from '@inlet/redis/lanes';
import type { Redis } from 'ioredis';
import { type Finding, fault, orFine, reasonOf, skewOf, warning } from '#doctor/finding.ts';
import { lookAtCluster } from '#doctor/look-at-cluster.ts';
import { lookAtSpread } from '#doctor/look-at-spread.ts';
import { nameLanes } from '#doctor/name-lanes.ts';
import { oldestRedis } from '#doctor/supported-versions.ts';

const timeoutMs = 3_000;
const memoryShareMax = 0.8;
/** A worker takes a job in milliseconds; what waits longer than this waits for a worker. */
const waitSecondsMax = 60;
const refusalRunbook = 'docs/runbooks/redis-refuses-writes.md';

/** Checks the Redis of each lane at the same time: its durability, its memory and its waiting jobs. */
export async function lookAtRedis(url: string, prefix: string, count = 1): Promise<Finding[]> {
  const lanes = laneNumbers({ REDIS_LANES: count });
  const [byLane, spread] = await Promise.all([
    Promise.all(lanes.map((lane) => lookAtLane(url, lanePrefix(prefix, lane), lane))),
    lookAtSpread(url, prefix, lanes),
  ]);
  return [...nameLanes(byLane), ...spread];
}

async function lookAtLane(url: string, prefix: string, lane: number): Promise<Finding[]> {
  const options = {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  };
  const redis = createRedis(url, options, prefix);
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return [
      ...(await lookAtServer(redis, url, prefix)),
      ...(await lookAtCluster(redis, url, prefix)),
      ...(await lookAtQueues(redis, prefix, lane)),
    ];
  } catch (error) {
    const next = explainRefusal(error);
    return next === null
      ? [fault(`Redis does not answer: ${reasonOf(error)}`, 'docs/runbooks/redis-away.md')]
      : [fault(`Redis answers and refuses: ${reasonOf(error)}`, `${next} ${refusalRunbook}`)];
  } finally {
    redis.disconnect();
  }
}

async function lookAtServer(redis: Redis, url: string, prefix: string): Promise<Finding[]> {
  const askedMs = Date.now();
  const [seconds, micros] = await redis.time();
  const clock = skewOf('Redis', Number(seconds) * 1_000 + Number(micros) / 1_000, askedMs);
  const info = new Map((await redis.info()).split('\r\n').map((line) => line.split(':', 2) as [string, string]));
  const version = info.get('redis_version') ?? '0.0';
  const policy = info.get('maxmemory_policy');
  const limit = Number(info.get('maxmemory') ?? 0);
  const share = limit > 0 ? Number(info.get('used_memory') ?? 0) / limit : 0;
  return orFine(
    [
      info.get('cluster_enabled') === '1' &&
        parseClusterUrl(url) === null &&
        fault(
          'REDIS_URL is a single node of a Redis Cluster',
          `Write it as redis+cluster://host:6379,host:6379 with several nodes. ${refusalRunbook}`,
        ),
      isTooOld(version) &&
        fault(`Redis is ${version}; Inlet needs ${oldestRedis.join('.')} or newer`, 'Upgrade Redis.'),
      policy !== 'noeviction' &&
        fault(
          `Redis may throw away waiting submissions (maxmemory-policy ${policy})`,
          'Set maxmemory-policy to noeviction in its configuration, and now: CONFIG SET maxmemory-policy noeviction.',
        ),
      await lookAtWrites(redis, prefix, info),
      await lookAtDurability(redis, info),
      info.get('aof_last_write_status') === 'err' &&
        fault('Redis could not write its append-only file', 'Make room on its disk; docs/runbooks/redis-away.md'),
      share > memoryShareMax &&
        fault(`Redis uses ${Math.round(share * 100)} % of its memory`, 'docs/runbooks/redis-memory-high.md'),
      clock,
    ],
    `Redis ${version} answers, and what it confirms is on disk`,
  );
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldestRedis[0] || (major === oldestRedis[0] && minor < oldestRedis[1]);
}

/** A Redis that responds may still refuse every write. This check writes nothing. */
async function lookAtWrites(redis: Redis, prefix: string, info: ReadonlyMap<string, string>): Promise<Finding | null> {
  if (info.get('role') === 'slave') {
    const primary = `${info.get('master_host')}:${info.get('master_port')}`;
    return fault(`Redis is a replica of ${primary} and takes no writes`, refusalRunbook);
  }
  try {
    await redis.set(redisKeys(prefix).writeProbe, '1', 'XX');
    return null;
  } catch (error) {
    return fault(
      `Redis answers and refuses writes: ${reasonOf(error)}`,
      `${explainRefusal(error) ?? ''} ${refusalRunbook}`.trim(),
    );
  }
}

async function lookAtDurability(redis: Redis, info: ReadonlyMap<string, string>): Promise<Finding | null> {
  const lost = 'a crash of Redis then loses submissions that were acknowledged.';
  if (info.get('aof_enabled') !== '1') {
    return fault('Redis keeps no append-only file', `Set appendonly yes and appendfsync always; ${lost}`);
  }
  try {
    const [, fsync] = (await redis.config('GET', 'appendfsync')) as string[];
    if (fsync === 'always') return null;
    return fault(
      `Redis confirms before it has written to disk (appendfsync ${fsync})`,
      `Set appendfsync always; ${lost}`,
    );
  } catch {
    return warning('Redis does not tell its appendfsync', `Ask its operator whether it is always; ${lost}`);
  }
}

/** Lane 0 has the form directory and the queues that belong to no lane. */
async function lookAtQueues(redis: Redis, prefix: string, lane: number): Promise<Finding[]> {
  const keys = redisKeys(prefix);
  const findings: (Finding | null)[] = [];
  const inLane = jobs['store-submissions'].queue;
  for (const queue of lane === 0 ? new Set(Object.values(jobs).map((job) => job.queue)) : [inLane]) {
    const { waiting, failed, oldestSeconds } = await viewBacklog(redis, keys, queue).look();
    const what = `the queue ${queue}`;
    if (oldestSeconds > waitSecondsMax) {
      const next = queue === 'mail' ? 'docs/runbooks/mail-failing.md' : 'docs/runbooks/submissions-waiting.md';
      findings.push(fault(`${waiting} jobs wait in ${what}, the oldest for ${Math.round(oldestSeconds)} s`, next));
    }
    if (failed > 0)
      findings.push(warning(`${failed} jobs of ${what} failed for good`, 'docs/runbooks/submission-jobs-failed.md'));
  }
  if (lane === 0 && (await redis.exists(keys.formsComplete)) === 0) {
    findings.push(
      warning(
        'The form directory in Redis is not complete; ingest asks account for each form meanwhile',
        'It is rebuilt within seconds while account runs; docs/runbooks/losing-redis.md',
      ),
    );
  }
  return orFine(findings, 'Nothing waits in the queues for long');
}
