import { createInterface } from 'node:readline';
import { jsonSubmissions } from '#load/submissions.ts';
import { measureLoad, warmUp } from '#measure-loads.ts';
import { bodyBytes } from '#parts/submissions.ts';
import { rowOf } from '#report/row.ts';
import { inRounds, type Part } from '#scene.ts';

const name = 'accepted and stored, 0.1–1 kB';

/**
 * What a submission of 0.1 to 1 kB costs from its arrival to its row: processor seconds of all processes but the generator.
 * In turn with another benchmark, each round waits for a line on the standard input, and its row is printed.
 */
export const cost: Part = async (scene) => {
  const load = { requests: jsonSubmissions([scene.endpointId], bodyBytes), isStored: true };
  await scene.product.arrange(['ingest', 'worker']);
  await warmUp(scene, load);
  const { inTurn } = scene.options;
  const turns = inTurn ? createInterface({ input: process.stdin })[Symbol.asyncIterator]() : undefined;
  const rounds = await inRounds(scene, 'cost', async () => {
    await turns?.next();
    const measurement = await measureLoad(scene, load);
    if (inTurn) console.log(JSON.stringify(rowOf(name, [measurement])));
    return measurement;
  });
  return [rowOf(name, rounds)];
};
