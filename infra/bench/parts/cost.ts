import { createInterface } from 'node:readline';
import { mixedSizes } from '#load/submissions.ts';
import { measurePersisted, warmUp } from '#measure-loads.ts';
import { bodyBytes } from '#parts/submissions.ts';
import { rowOf } from '#report/row.ts';
import { inRounds, type Part } from '#scene.ts';

const name = 'accepted and stored, 0.1–1 kB';

/**
 * What a submission of 0.1 to 1 kB costs from its arrival to its row: processor seconds of all processes but the generator.
 * In turn with another benchmark, each round waits for a line on the standard input, and its row is printed.
 */
export const cost: Part = async (scene) => {
  const requests = mixedSizes([scene.endpointId], bodyBytes);
  await scene.product.arrange({ ingests: 1, workers: 1, gateways: 0 });
  await warmUp(scene, { requests });
  const { inTurn } = scene.options;
  const turns = inTurn ? createInterface({ input: process.stdin })[Symbol.asyncIterator]() : undefined;
  const rounds = await inRounds(scene, 'cost', async () => {
    await turns?.next();
    const measurement = await measurePersisted(scene, { requests });
    if (inTurn) scene.say(JSON.stringify(rowOf(name, [measurement])));
    return measurement;
  });
  return [rowOf(name, rounds)];
};
