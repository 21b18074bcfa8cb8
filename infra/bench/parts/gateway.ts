import { buildWeb } from '@inlet/local/web-build';
import { jsonSubmissions } from '#load/submissions.ts';
import { measureAccepted, warmUp } from '#measure-loads.ts';
import { ratioOf, rowOf } from '#report/row.ts';
import { times } from '#report/times.ts';
import { inRounds, type Part } from '#scene.ts';

/** What the way through the gateway costs, which a website can do without by posting to ingest's own address. */
export const gateway: Part = async (scene) => {
  const { product } = scene;
  const requests = jsonSubmissions([scene.endpointId]);
  const targets = [product.gatewayUrl];
  await buildWeb();
  await product.arrange({ ingests: 1, workers: 0, gateways: 1 });
  await warmUp(scene, { requests });
  await warmUp(scene, { requests, targets });
  const rounds = await inRounds(scene, 'gateway', async () => ({
    direct: await measureAccepted(scene, { requests }),
    through: await measureAccepted(scene, { requests, targets }),
  }));
  const through = rounds.map((round) => round.through);
  const ratio = ratioOf(
    through,
    rounds.map((round) => round.direct),
  );
  return [{ ...rowOf('accepted through the gateway', through), figure: times(ratio, 'without it') }];
};
