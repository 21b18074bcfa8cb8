import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TargetSecrets, targetContext } from '@inlet/contracts/target-secrets';
import { createSealing } from '@inlet/crypto/sealing';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { secretsSchema } from '@inlet/process/config';
import { jsonSubmissions } from '#load/submissions.ts';
import { type Measurement, measure } from '#measure/measurement.ts';
import { type LoadChoice, measureLoad, warmUp } from '#measure-loads.ts';
import { heldAtMost, ownSeconds, ratioOf, rowOf } from '#report/row.ts';
import { inTurn, type Part, type Scene } from '#scene.ts';

const COST_RATIO = 1.1;
const DELIVERED_WITHIN_MS = 300_000;

/**
 * The cost that a healthy target adds to a submission of its form, and the cost of a delivery. Deliveries wait until
 * the load is stored: if one process did both at the same time, their costs could not be separated.
 */
export const deliveries: Part = async (scene) => {
  const load = { requests: jsonSubmissions([scene.endpointId]), isStored: true };
  await scene.product.arrange(['ingest', 'worker']);
  await warmUp(scene, load);
  const delivered: Measurement[] = [];
  const { without, withTarget } = await inTurn(scene, 'deliveries', {
    without: () => measureLoad(scene, load),
    withTarget: () => measureWithTarget(scene, load, delivered),
  });
  const ratio = ratioOf(withTarget, without, (round) => ownSeconds(round) / round.requests);
  // `fairness.proof.test.ts` measures how long a delivery waits.
  const { p50Ms: _p50Ms, p99Ms: _p99Ms, ...afterwards } = rowOf('delivered to it afterwards', delivered);
  return [
    rowOf('accepted and stored, no target', without),
    { ...rowOf('the same with a healthy target', withTarget), ...heldAtMost(ratio, COST_RATIO, 'the core-seconds') },
    afterwards,
  ];
};

async function measureWithTarget(scene: Scene, load: LoadChoice, delivered: Measurement[]): Promise<Measurement> {
  const { pool, groups } = scene.product;
  let count = 0;
  const receiver = createServer((request, response) => {
    count += 1;
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const id = await addTarget(scene, `http://127.0.0.1:${port}/`);
  const deliver = async () => {
    const startMs = performance.now();
    await pool.query('update targets set next_attempt_at = null where id = $1', [id]);
    const isEmpty = async () => (await pool.query('select from deliveries limit 1')).rowCount === 0;
    await waitUntil(isEmpty, { timeoutMs: DELIVERED_WITHIN_MS, what: 'every delivery to arrive' });
    const seconds = (performance.now() - startMs) / 1_000;
    return { requests: count, seconds, p50Ms: 0, p99Ms: 0, errors: 0 };
  };
  const useStored = async (stored: Measurement) => {
    delivered.push(await measure(groups(), deliver));
    return stored;
  };
  try {
    return await measureLoad(scene, { ...load, useStored });
  } finally {
    await pool.query('delete from targets where id = $1', [id]);
    await pool.query('truncate deliveries, delivery_attempts');
    receiver.closeAllConnections();
    receiver.close();
  }
}

/** Connects a receiver to the form. The target is active, but its deliveries wait for a day. */
async function addTarget({ product, endpointId }: Scene, url: string): Promise<string> {
  const id = randomUUID();
  const secrets: TargetSecrets = { url, headers: {}, settings: {}, secret: 'whsec_YmVuY2htYXJr', oldSecret: null };
  const { seal } = createSealing(secretsSchema.parse(product.encryptionKeys));
  await product.pool.query(
    `insert into targets (id, form_id, kind, name, sealed, events, fields, next_attempt_at)
     select $2, id, 'webhook', 'Benchmark', $3, array['submission.created'], '{}', now() + interval '1 day'
     from forms where endpoint_id = $1`,
    [endpointId, id, seal(JSON.stringify(secrets), targetContext(id))],
  );
  return id;
}
