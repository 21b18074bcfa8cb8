import type { Finding } from '#doctor/finding.ts';

/**
 * The findings of all lanes, each with the lanes that it is about: several lanes may be on one server, which then has
 * the same fault for each. An installation with one lane does not read of lanes.
 */
export function nameLanes(byLane: readonly (readonly Finding[])[]): Finding[] {
  const [only, ...others] = byLane;
  if (others.length === 0) return [...(only ?? [])];
  const found = byLane.flatMap((findings, lane) => findings.map((finding) => ({ lane, finding })));
  const same = Map.groupBy(found, ({ finding }) => JSON.stringify(finding));
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { finding } = first;
    const lanes = [...new Set(group.map(({ lane }) => lane))];
    return [{ ...finding, says: `${finding.says} (${lanesInWords(lanes, byLane.length)})` }];
  });
}

function lanesInWords(lanes: readonly number[], count: number): string {
  if (lanes.length === count) return 'all lanes';
  return `${lanes.length === 1 ? 'lane' : 'lanes'} ${lanes.join(', ')}`;
}
