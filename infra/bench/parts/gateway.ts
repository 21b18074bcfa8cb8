import { buildWeb } from '@inlet/local/web-build';
import { jsonSubmissions } from '#load/submissions.ts';
import { measureAccepted, warmUp } from '#measure-loads.ts';
import { ratioOf, rowOf } from '#report/row.ts';
import { times } from '#report/times.ts';
import { inTurn, type Part } from '#scene.ts';

/** Of the rate without the gateway. */
const RATIO = 0.45;

/** What the way through the gateway costs, which a website can do without by posting to ingest's own address. */
export const gateway: Part = async (scene) => {
  const { product } = scene;
  const requests = jsonSubmissions([scene.endpointId]);
  const targets = [product.gatewayUrl];
  await buildWeb();
  await product.arrange({ ingests: 1, workers: 0, gateways: 1 });
  await warmUp(scene, { requests });
  await warmUp(scene, { requests, targets });
  const { direct, through } = await inTurn(scene, 'gateway', {
    direct: () => measureAccepted(scene, { requests }),
    through: () => measureAccepted(scene, { requests, targets }),
  });
  const ratio = ratioOf(through, direct);
  return [
    rowOf('accepted without the gateway', direct),
    {
      ...rowOf('accepted through the gateway', through),
      figure: times(ratio, 'without it'),
      target: { says: `${RATIO} × without it`, isMet: ratio >= RATIO },
    },
  ];
};
