import { parseClusterUrl } from '@inlet/process/redis-url';
import { findSlotMaster, type SlotMaster, type SlotOwners } from '@inlet/redis/find-slot-master';
import { lanePrefix } from '@inlet/redis/lanes';
import { type Finding, warning } from '#doctor/finding.ts';

/** The slot of a lane, and the master that has it. */
interface LanePlace {
  readonly lane: number;
  readonly slot: number;
  readonly master: string;
}

/** Checks that no master of a Redis Cluster is idle while another one has several lanes. */
export async function lookAtSpread(url: string, prefix: string, lanes: readonly number[]): Promise<Finding[]> {
  const address = parseClusterUrl(url);
  if (!address || lanes.length === 1) return [];
  // A lane whose master nobody names has a finding of its own.
  const looks = lanes.map((lane) => findSlotMaster(address, lanePrefix(prefix, lane)).catch(() => null));
  const owners = await Promise.all(looks);
  const places = owners.flatMap((owner, lane) => (owner ? placeOf(owner, lane) : []));
  return places.length < lanes.length ? [] : judgeSpread(places, owners[0]?.masters ?? []);
}

function placeOf({ slot, masters }: SlotOwners, lane: number): LanePlace[] {
  const master = masters.find(({ ranges }) => ranges.some(([first, last]) => first <= slot && slot <= last));
  return master ? [{ lane, slot, master: master.id }] : [];
}

/**
 * The number of slots does not matter, because a slot without a lane has no keys. redis-cli moves the lowest slots of a
 * master, so the lane with the lowest slot goes, and the others stay.
 */
export function judgeSpread(places: readonly LanePlace[], masters: readonly SlotMaster[]): Finding[] {
  const lanesOf = (id: string) => places.filter(({ master }) => master === id).toSorted((a, b) => a.slot - b.slot);
  const [fullest] = masters.toSorted((a, b) => lanesOf(b.id).length - lanesOf(a.id).length);
  const idle = masters.find(({ id }) => lanesOf(id).length === 0);
  if (!fullest || !idle) return [];
  const lanes = lanesOf(fullest.id);
  const [lowest] = lanes;
  if (!lowest || lanes.length < 2) return [];
  const [from, to] = [fullest, idle].map(({ host, port }) => `${host}:${port}`);
  const numbers = lanes.map(({ lane }) => lane).toSorted((a, b) => a - b);
  const moved = countUpTo(fullest, lowest.slot);
  return [
    warning(
      `The lanes ${numbers.join(', ')} are on one master of the Redis Cluster, ${from}, and ${to} has none`,
      `Move lane ${lowest.lane} with its slot ${lowest.slot}, in a quiet hour: redis-cli --cluster reshard ${from} --cluster-from ${fullest.id} --cluster-to ${idle.id} --cluster-slots ${moved} --cluster-yes`,
    ),
  ];
}

function countUpTo({ ranges }: SlotMaster, slot: number): number {
  return ranges.reduce((sum, [first, last]) => sum + Math.max(0, Math.min(last, slot) - first + 1), 0);
}
