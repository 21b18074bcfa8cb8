import { findUnfinished } from '@inlet/queue/unfinished-jobs';
import type { WatchedLane } from '@inlet/redis/lanes';
import { countByLane, findMoved, type OwnedAccount } from '#lanes/lanes.store.ts';
import type { Resources } from '#resources.ts';

export interface LaneSummary {
  readonly lane: number;
  readonly accounts: number;
  /** Null while Redis does not respond, or if `REDIS_LANES` does not have the lane. */
  readonly server: LaneServer | null;
}

interface LaneServer {
  /** The address at which the server itself sees us. */
  readonly address: string;
  readonly waiting: number;
  readonly failed: number;
  readonly memory: string;
}

export interface LaneList {
  readonly lanes: readonly LaneSummary[];
  /** Some accounts outside lane 0. */
  readonly moved: readonly OwnedAccount[];
}

export const movedMax = 200;

/** The lanes with their accounts and servers, also those that only accounts name. */
export async function listLanes({
  database: { pool },
  lanes,
}: Pick<Resources, 'database' | 'lanes'>): Promise<LaneList> {
  const counts = await countByLane(pool);
  const servers = await Promise.all(lanes.map((lane) => readServer(lane).catch(() => null)));
  const known = lanes.map(({ number }, index) => summaryOf(number, servers[index] ?? null));
  const missing = [...counts.keys()].filter((number) => number >= lanes.length).toSorted((a, b) => a - b);

  function summaryOf(lane: number, server: LaneServer | null): LaneSummary {
    return { lane, accounts: counts.get(lane) ?? 0, server };
  }
  return {
    lanes: [...known, ...missing.map((number) => summaryOf(number, null))],
    moved: await findMoved(pool, movedMax),
  };
}

async function readServer({ redis, keys }: WatchedLane): Promise<LaneServer> {
  const [client, memory, { all, failed }] = await Promise.all([
    redis.client('INFO'),
    redis.info('memory'),
    findUnfinished(redis, keys),
  ]);
  const [used, limit] = ['used_memory_human', 'maxmemory_human'].map((name) => fieldOf(memory, name));
  return {
    address: /\bladdr=(\S+)/.exec(String(client))?.[1] ?? 'unknown',
    waiting: all.length - failed.length,
    failed: failed.length,
    memory: limit === '0B' ? `${used}` : `${used} of ${limit}`,
  };
}

function fieldOf(info: string, name: string): string {
  // safe because: Redis writes the text, and a name is a word
  return new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? '?';
}
