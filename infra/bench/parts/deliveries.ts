import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@inlet/testing/wait-until';
import type { RequestMix } from '#load/load.ts';
import { jsonSubmissions } from '#load/submissions.ts';
import { type Measurement, measure } from '#measure/measurement.ts';
import { median } from '#measure/median.ts';
import { measurePersisted, warmUp } from '#measure-loads.ts';
import { ownSeconds, type Row, rowOf } from '#report/row.ts';
import { atMostTimes } from '#report/times.ts';
import { inTurn, type Part, type Scene } from '#scene.ts';

const COST_RATIO = 1.1;
const DELIVERED_WITHIN_MS = 300_000;

/**
 * What a healthy target adds to a submission of its form, and what its delivery costs. The deliveries wait until the load
 * is stored: in one process and at the same time nobody could tell storing from delivering.
 */
export const deliveries: Part = async (scene) => {
  const requests = jsonSubmissions([scene.endpointId]);
  await scene.product.arrange({ ingests: 1, workers: 1, gateways: 0 });
  await warmUp(scene, { requests });
  const delivered: Measurement[] = [];
  const { without, withTarget } = await inTurn(scene, 'deliveries', {
    without: () => measurePersisted(scene, { requests }),
    withTarget: () => measureWithTarget(scene, requests, delivered),
  });
  const ratio = median(withTarget.map((round, index) => costOfOne(round) / costOfOne(without[index])));
  const target = { says: `≤ ${COST_RATIO} × the core-seconds`, isMet: ratio <= COST_RATIO };
  return [
    rowOf('accepted and stored, no target', without),
    { ...rowOf('the same with a healthy target', withTarget), figure: atMostTimes(ratio, 'the core-seconds'), target },
    deliveredRow(delivered),
  ];
};

async function measureWithTarget(scene: Scene, requests: RequestMix, delivered: Measurement[]): Promise<Measurement> {
  const { product, endpointId } = scene;
  let count = 0;
  const receiver = createServer((request, response) => {
    count += 1;
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const target = await product.addTarget(endpointId, `http://127.0.0.1:${port}/`);
  try {
    return await measurePersisted(scene, { requests }, async () => {
      const startMs = performance.now();
      const delivering = await measure(product.groups(), async () => {
        await target.release();
        await waitUntil(target.isEmpty, { timeoutMs: DELIVERED_WITHIN_MS, what: 'every delivery to arrive' });
        const seconds = (performance.now() - startMs) / 1_000;
        return { requests: count, seconds, p50Ms: 0, p99Ms: 0, errors: 0 };
      });
      delivered.push(delivering);
    });
  } finally {
    await target.remove();
    receiver.closeAllConnections();
    receiver.close();
  }
}

function costOfOne(measurement: Measurement | undefined): number {
  return measurement ? ownSeconds(measurement) / measurement.requests : Number.NaN;
}

/** How long a delivery waits for its turn is another question, see `fairness.proof.test.ts`. */
function deliveredRow(delivered: readonly Measurement[]): Row {
  const { p50Ms: _p50Ms, p99Ms: _p99Ms, ...row } = rowOf('delivered to it afterwards', delivered);
  return row;
}
