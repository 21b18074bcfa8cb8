import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonSubmissions } from '#load/submissions.ts';
import type { Measurement } from '#measure/measurement.ts';
import { measurePersisted, warmUp } from '#measure-loads.ts';
import { ratioOf, rowOf } from '#report/row.ts';
import { times } from '#report/times.ts';
import { inRounds, type Part, type Scene } from '#scene.ts';

/**
 * What a target costs the form that it belongs to, while its receiver is healthy: submissions accepted and stored in a
 * second with and without it. Deliveries that are left when the load ends are dropped.
 */
export const deliveries: Part = async (scene) => {
  const requests = jsonSubmissions([scene.endpointId]);
  await scene.product.arrange({ ingests: 1, workers: 1, gateways: 0 });
  await warmUp(scene, { requests });
  const rounds = await inRounds(scene, 'deliveries', async () => ({
    without: await measurePersisted(scene, { requests }),
    ...(await measureWithTarget(scene, () => measurePersisted(scene, { requests }))),
  }));
  const [without, withTarget] = [rounds.map((round) => round.without), rounds.map((round) => round.measured)];
  const delivered = rounds.map(({ received }) => String(received)).join(', ');
  scene.say(`deliveries: ${delivered} received meanwhile`);
  return [
    rowOf('accepted and stored', without),
    { ...rowOf('with a healthy target', withTarget), figure: times(ratioOf(withTarget, without), 'without') },
  ];
};

async function measureWithTarget(
  { product, endpointId }: Scene,
  work: () => Promise<Measurement>,
): Promise<{ measured: Measurement; received: number }> {
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const remove = await product.addTarget(endpointId, `http://127.0.0.1:${port}/`);
  try {
    return { measured: await work(), received };
  } finally {
    await remove();
    receiver.closeAllConnections();
    receiver.close();
  }
}
