import { expect, it, onTestFinished } from 'vitest';
import { startMockServer } from '#dev/mock-server.ts';

/** Starts a server, and sends a submission with a key to an endpoint of it. */
async function start() {
  const arrived: { id: string; endpointId: string }[] = [];
  const fail = (fault: unknown) => {
    throw new Error(`The server failed: ${String(fault)}`);
  };
  const server = await startMockServer({
    ...{ port: 0, form: { allowedOrigins: [] }, failures: [], onRefusal: fail, onError: fail },
    onSubmission: async ({ id, endpointId }) => void arrived.push({ id, endpointId }),
  });
  onTestFinished(server.close);
  const send = async (endpointId: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'order 17' };
    const response = await fetch(`${server.url}/f/${endpointId}`, { method: 'POST', headers, body: '{"a":"1"}' });
    expect(response.status).toBe(200);
  };
  return { arrived, send };
}

it('knows each endpoint by its id alone, and keeps none of them', async () => {
  const [first, second] = [await start(), await start()];
  await first.send('abcdefghijkl');
  await first.send('abcdefghijkl');
  await first.send('mnopqrstuvwx');
  await second.send('mnopqrstuvwx');
  await second.send('abcdefghijkl');
  expect(first.arrived.map(({ endpointId }) => endpointId)).toEqual(['abcdefghijkl', 'mnopqrstuvwx']);
  expect(second.arrived).toEqual(first.arrived.toReversed());
  expect(first.arrived[0]?.id).not.toBe(first.arrived[1]?.id);
});
