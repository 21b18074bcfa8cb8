import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestMix } from '#load/load.ts';
import { jsonSubmissions } from '#load/submissions.ts';
import type { Measurement } from '#measure/measurement.ts';
import { measurePersisted, warmUp } from '#measure-loads.ts';
import { ratioOf, rowOf } from '#report/row.ts';
import { times } from '#report/times.ts';
import { inTurn, type Part, type Scene } from '#scene.ts';

/**
 * What a target costs the form that it belongs to, while its receiver is healthy: submissions accepted and stored in a
 * second with and without it. Deliveries that are left when the load ends are dropped.
 */
export const deliveries: Part = async (scene) => {
  const requests = jsonSubmissions([scene.endpointId]);
  await scene.product.arrange({ ingests: 1, workers: 1, gateways: 0 });
  await warmUp(scene, { requests });
  const received: number[] = [];
  const { without, withTarget } = await inTurn(scene, 'deliveries', {
    without: () => measurePersisted(scene, { requests }),
    withTarget: () => measureWithTarget(scene, requests, received),
  });
  scene.say(`deliveries: ${received.join(', ')} received meanwhile`);
  return [
    rowOf('accepted and stored', without),
    { ...rowOf('with a healthy target', withTarget), figure: times(ratioOf(withTarget, without), 'without') },
  ];
};

async function measureWithTarget(scene: Scene, requests: RequestMix, received: number[]): Promise<Measurement> {
  const { product, endpointId } = scene;
  let count = 0;
  const receiver = createServer((request, response) => {
    count += 1;
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const remove = await product.addTarget(endpointId, `http://127.0.0.1:${port}/`);
  try {
    return await measurePersisted(scene, { requests });
  } finally {
    received.push(count);
    await remove();
    receiver.closeAllConnections();
    receiver.close();
  }
}
