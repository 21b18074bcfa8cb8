import { mixedSizes } from '#load/submissions.ts';
import { measurePersisted, warmUp } from '#measure-loads.ts';
import { bodyBytes } from '#parts/submissions.ts';
import { rowOf } from '#report/row.ts';
import { inRounds, type Part } from '#scene.ts';

/** What a submission of 0.1 to 1 kB costs from its arrival to its row: processor seconds of all processes but the generator. */
export const cost: Part = async (scene) => {
  const requests = mixedSizes([scene.endpointId], bodyBytes);
  await scene.product.arrange({ ingests: 1, workers: 1, gateways: 0 });
  await warmUp(scene, { requests });
  const rounds = await inRounds(scene, 'cost', () => measurePersisted(scene, { requests }));
  return [rowOf('accepted and stored, 0.1–1 kB', rounds)];
};
