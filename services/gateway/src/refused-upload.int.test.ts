import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { allowLongBody, discardLongBody } from '@inlet/service/long-body';
import { expect, it } from 'vitest';
import { startGateway, startUpstream } from '#gateway.test-setup.ts';

const mostBytes = 60_000_000;

/** A visitor who sends as fast as the gateway takes it, until the answer is there. */
async function upload(url: string): Promise<number | undefined> {
  // Node ends a connection together with the answer to a visitor who does not keep it.
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-length': String(mostBytes) };
  const outgoing = request(`${url}/f/abc`, { method: 'POST', agent, headers }).on('error', () => undefined);
  const piece = Buffer.alloc(60_000);
  const send = (left: number) => {
    if (left > 0 && !outgoing.destroyed) outgoing.write(piece, () => send(left - piece.length));
  };
  send(mostBytes);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  await text(answer);
  outgoing.destroy();
  agent.destroy();
  return answer.statusCode;
}

it('is 413 each time, also while ingest no longer reads it', async () => {
  // Refuses what is too large in the middle, as ingest does.
  const ingest = await startUpstream((incoming, response) => {
    allowLongBody(incoming);
    let bytes = 0;
    incoming.on('data', function count(this: IncomingMessage, piece: Buffer) {
      bytes += piece.length;
      if (bytes < 25_000_000) return;
      incoming.off('data', count);
      discardLongBody(incoming);
      response.writeHead(413).end('too large');
    });
  });
  const gateway = await startGateway({ ingest: ingest.url });
  const statuses: unknown[] = [];
  for (let round = 0; round < 8; round += 1) statuses.push(await upload(gateway.url));
  expect(statuses).toEqual(Array(8).fill(413));
});
