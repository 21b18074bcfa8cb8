import type { ClusterAddress, HostAndPort } from '@inlet/process/redis-url';
import { Redis } from 'ioredis';
import * as z from 'zod';

export interface SlotMaster extends HostAndPort {
  readonly id: string;
  /** The first and the last slot of each range that it holds. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** The slot of an installation's keys, and the servers that hold it. */
export interface SlotOwners {
  readonly slot: number;
  readonly master: HostAndPort;
  readonly replicas: readonly HostAndPort[];
  /** Every node that holds slots, the one that responded first: they may respond when the named ones are gone. */
  readonly nodes: readonly HostAndPort[];
  /** Every master that holds slots. */
  readonly masters: readonly SlotMaster[];
}

/** A node that does not respond within this time is skipped. */
const nodeTimeoutMs = 1_000;

/** Host, port, id, and from Redis 7 on further names of the node. The host is missing where a node does not know its own. */
const nodeSchema = z.tuple([z.string().nullable(), z.number(), z.string()]).rest(z.array(z.string()));
const rangesSchema = z.array(z.tuple([z.number(), z.number(), nodeSchema]).rest(nodeSchema));

type Node = z.output<typeof nodeSchema>;

/**
 * Asks one node after another for the master of the slot that holds the keys with this prefix. A node that is cut off
 * from the others is skipped: its view is old.
 */
export async function findSlotMaster(
  address: ClusterAddress,
  prefix: string,
  nodes: readonly HostAndPort[] = address.seeds,
): Promise<SlotOwners> {
  const failures: string[] = [];
  for (const node of nodes) {
    try {
      return await askNode(address, prefix, node);
    } catch (error) {
      failures.push(`${node.host}:${node.port}: ${(error as Error).message}`);
    }
  }
  throw new Error(`No node of the Redis Cluster names the master of our keys (${failures.join('; ')})`);
}

async function askNode(address: ClusterAddress, prefix: string, node: HostAndPort): Promise<SlotOwners> {
  const { username, password, isTls } = address;
  const redis = new Redis({
    ...node,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isTls && { tls: {} }),
    protocol: 2,
    connectTimeout: nodeTimeoutMs,
    commandTimeout: nodeTimeoutMs,
    enableReadyCheck: false,
    retryStrategy: () => null,
  });
  let cause: Error | undefined;
  redis.on('error', (error) => {
    cause ??= error;
  });
  try {
    const [slot, info, ranges] = await Promise.all([
      // The same tag as in every key.
      redis.cluster('KEYSLOT', `{${prefix}}`),
      redis.cluster('INFO'),
      redis.cluster('SLOTS'),
    ]);
    if (!String(info).includes('cluster_state:ok')) throw new Error('the cluster is down, or the node is cut off');
    const owners = readOwners(slot, rangesSchema.parse(ranges), ({ 0: host, 1: port, 3: names }) => ({
      host: (isTls && nameIn(names)) || host || node.host,
      port,
    }));
    return { ...owners, nodes: [node, ...owners.nodes] };
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

function readOwners(
  slot: number,
  ranges: z.output<typeof rangesSchema>,
  addressOf: (node: Node) => HostAndPort,
): SlotOwners {
  const range = ranges.find(([first, last]) => first <= slot && slot <= last);
  if (!range) throw new Error(`no node holds slot ${slot}`);
  const [, , master, ...replicas] = range;
  return {
    slot,
    master: addressOf(master),
    replicas: replicas.map(addressOf),
    nodes: ranges.flatMap(([, , ...held]) => held.map(addressOf)),
    masters: readMasters(ranges, addressOf),
  };
}

function readMasters(ranges: z.output<typeof rangesSchema>, addressOf: (node: Node) => HostAndPort): SlotMaster[] {
  const byId = Map.groupBy(ranges, ([, , master]) => master[2]);
  return [...byId].flatMap(([id, held]) => {
    const [[, , master] = []] = held;
    return master ? [{ ...addressOf(master), id, ranges: held.map(([first, last]) => [first, last] as const) }] : [];
  });
}

/** The name that a certificate can be checked against, where a node announces one beside its address. */
function nameIn(names: readonly string[] = []): string | undefined {
  const at = names.indexOf('hostname');
  return at === -1 ? undefined : names[at + 1];
}
