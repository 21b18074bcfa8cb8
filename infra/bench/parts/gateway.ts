import { buildWeb } from '@inlet/local/web-build';
import { jsonSubmissions } from '#load/submissions.ts';
import { compare } from '#measure-loads.ts';
import { heldAtLeast, ratioOf, rowOf } from '#report/row.ts';
import type { Part } from '#scene.ts';

/** The lowest rate, as a share of the rate without the gateway. */
const GATEWAY_RATIO = 0.25;

/** The cost of the gateway, which a website avoids by posting directly to ingest. */
export const gateway: Part = async (scene) => {
  const { product, endpointId } = scene;
  const requests = jsonSubmissions([endpointId]);
  await buildWeb();
  await product.arrange(['ingest', 'gateway']);
  const { direct, through } = await compare(scene, 'gateway', {
    direct: { requests },
    through: { requests, target: product.gatewayUrl },
  });
  return [
    rowOf('accepted without the gateway', direct),
    {
      ...rowOf('accepted through the gateway', through),
      ...heldAtLeast(ratioOf(through, direct), GATEWAY_RATIO, 'without it'),
    },
  ];
};
