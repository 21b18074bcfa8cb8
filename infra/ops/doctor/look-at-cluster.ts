import { type HostAndPort, parseClusterUrl } from '@inlet/process/redis-url';
import { findSlotMaster } from '@inlet/redis/find-slot-master';
import type { Redis } from 'ioredis';
import { type Finding, fault, fine, warning } from '#doctor/finding.ts';

const coverage = 'cluster-require-full-coverage';

/** Checks the Redis Cluster of an address: where our keys are, and whether another master's end would stop them too. */
export async function lookAtCluster(redis: Redis, url: string, prefix: string): Promise<Finding[]> {
  const address = parseClusterUrl(url);
  if (!address) return [];
  const { slot, master, replicas } = await findSlotMaster(address, prefix);
  const place = `slot ${slot} of the Redis Cluster, at ${textOf(master)}`;
  return [
    replicas.length > 0
      ? fine(`The keys are in ${place}, with the replicas ${replicas.map(textOf).join(', ')}`)
      : warning(
          `The keys are in ${place}, and no replica follows it`,
          `Add one with redis-cli --cluster add-node NEW-HOST:PORT ${textOf(master)} --cluster-slave. Without it nothing takes over when this node is lost.`,
        ),
    ...(await lookAtCoverage(redis)),
  ];
}

async function lookAtCoverage(redis: Redis): Promise<Finding[]> {
  const setting = await readCoverage(redis);
  if (setting === 'no') return [];
  if (setting === undefined) {
    return [
      warning(
        `The Redis Cluster does not tell its ${coverage}`,
        'Ask its operator whether it is no; otherwise the loss of any master stops Inlet’s too.',
      ),
    ];
  }
  return [
    fault(
      `The loss of any master stops the whole Redis Cluster (${coverage} ${setting})`,
      `Set ${coverage} to no on every node, in its configuration, and now: CONFIG SET ${coverage} no.`,
    ),
  ];
}

/** Managed services often refuse the command. */
async function readCoverage(redis: Redis): Promise<string | undefined> {
  try {
    return ((await redis.config('GET', coverage)) as string[])[1];
  } catch {
    return undefined;
  }
}

function textOf({ host, port }: HostAndPort): string {
  return `${host}:${port}`;
}
