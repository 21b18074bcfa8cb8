import { jsonSubmissions } from '#load/submissions.ts';
import { median } from '#measure/median.ts';
import { measureWaiting } from '#measure-loads.ts';
import { heldAtMost, type Row } from '#report/row.ts';
import { inRounds, type Part } from '#scene.ts';

const JSON_RATIO = 1.5;
const SIZES = [200, 2_000];

/** The memory in Redis of a waiting submission, in batches as a full load creates them. */
export const bytes: Part = async (scene) => {
  await scene.product.arrange(['ingest']);
  const rows: Row[] = [];
  for (const jsonBytes of SIZES) {
    const requests = jsonSubmissions([scene.endpointId], [jsonBytes]);
    const what = `Redis bytes for a waiting submission of ${jsonBytes}`;
    const rounds = await inRounds(scene, what, () => measureWaiting(scene, { requests }));
    const each = median(rounds.map(({ bytes, submissions }) => bytes / submissions));
    const held = heldAtMost(each / jsonBytes, JSON_RATIO, 'its JSON');
    rows.push({ what, ...held, figure: `${Math.round(each)} bytes, ${held.figure}`, errors: 0 });
  }
  return rows;
};
