import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { allowLongBody, discardLongBody } from '@inlet/http/long-body';
import { expect, it, onTestFinished } from 'vitest';
import { startGateway, startUpstream } from '#gateway.test-setup.ts';

/** A gateway in front of a service that refuses a large body halfway, as ingest does. */
async function startBeforeRefusal() {
  const ingest = await startUpstream((incoming, response) => {
    allowLongBody(incoming);
    let bytes = 0;
    incoming.on('data', function count(piece: Buffer) {
      bytes += piece.length;
      if (bytes < 25_000_000) return;
      incoming.off('data', count);
      discardLongBody(incoming);
      response.writeHead(413).end('too large');
    });
  });
  return startGateway({ ingest: ingest.url });
}

/** Sends as fast as the gateway reads. */
function upload(url: string, bytes: number, agent: Agent) {
  const headers = { 'content-length': String(bytes) };
  const outgoing = request(`${url}/f/abc`, { method: 'POST', agent, headers }).on('error', () => undefined);
  const piece = Buffer.alloc(50_000);
  const send = (left: number) => {
    if (left === 0) outgoing.end();
    else if (!outgoing.destroyed) outgoing.write(piece, () => send(left - piece.length));
  };
  send(bytes);
  const answered = async () => {
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    await text(answer);
    return answer.statusCode;
  };
  return { outgoing, answered: answered() };
}

it('is 413 each time, though the visitor sends on until the answer is there', async () => {
  const { url } = await startBeforeRefusal();
  const statuses: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    // Node closes the connection with the response if the visitor does not keep it alive.
    const agent = new Agent({ keepAlive: true });
    const { outgoing, answered } = upload(url, 60_000_000, agent);
    statuses.push(await answered);
    outgoing.destroy();
  }
  expect(statuses).toEqual(Array(8).fill(413));
});

it('is 413 each time over one connection, whose bodies are sent whole', async () => {
  const { url } = await startBeforeRefusal();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const statuses: unknown[] = [];
  const used = new Set<unknown>();
  for (let round = 0; round < 8; round += 1) {
    const { outgoing, answered } = upload(url, 29_000_000, agent);
    statuses.push(await answered);
    if (!outgoing.writableFinished) await once(outgoing, 'finish');
    used.add(outgoing.socket);
  }
  expect(statuses).toEqual(Array(8).fill(413));
  expect(used.size).toBe(1);
});
