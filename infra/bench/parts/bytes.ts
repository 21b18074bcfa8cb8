import type { RequestMix } from '#load/load.ts';
import { jsonSubmissions } from '#load/submissions.ts';
import { median } from '#measure/median.ts';
import { measureWaiting } from '#measure-loads.ts';
import type { Row } from '#report/row.ts';
import { atMostTimes } from '#report/times.ts';
import { inRounds, type Part, type Scene } from '#scene.ts';

const JSON_RATIO = 1.5;
const MEDIUM_BYTES = 2_000;

/** What a submission that waits takes of Redis's memory, in batches as a full load makes them. */
export const bytes: Part = async (scene) => {
  await scene.product.arrange({ ingests: 1, workers: 0, gateways: 0 });
  return [
    await waitingRow(scene, jsonSubmissions([scene.endpointId])),
    await waitingRow(scene, jsonSubmissions([scene.endpointId], MEDIUM_BYTES)),
  ];
};

async function waitingRow(scene: Scene, requests: RequestMix): Promise<Row> {
  const jsonBytes = Buffer.byteLength(requests.bodies[0] ?? '');
  const what = `Redis bytes for a waiting submission of ${jsonBytes}`;
  const rounds = await inRounds(scene, what, () => measureWaiting(scene, { requests }));
  const each = median(rounds.map(({ bytes, submissions }) => bytes / submissions));
  return {
    what,
    figure: `${Math.round(each)} bytes, ${atMostTimes(each / jsonBytes, 'its JSON')}`,
    errors: 0,
    target: { says: `≤ ${JSON_RATIO} × its JSON`, isMet: each / jsonBytes <= JSON_RATIO },
  };
}
