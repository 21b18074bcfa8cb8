import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import { HttpError } from '@inlet/http/errors';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { readUpload } from '#uploads/read-upload.ts';
import type { Upload } from '#uploads/uploads.ts';

const head = '--b\r\ncontent-disposition: form-data; name="cv"; filename="a.bin"\r\n\r\n';

/** Starts an upload to a store whose pace the test controls; the test also counts the seconds. */
async function begin(mayTake: () => Promise<unknown> = async () => undefined) {
  let tick = () => {};
  let [taken, isStopped] = [0, false];
  let isFull = () => false;
  let outcome: unknown;
  const upload: Pick<Upload, 'add'> = {
    add: async (_field, _name, bytes) => {
      for await (const piece of bytes) {
        await mayTake();
        taken += piece.length;
      }
    },
  };
  const server = createServer((request, response) => {
    isFull = () => request.isPaused();
    const everySecond = (work: () => void) => {
      tick = work;
      return () => {
        isStopped = true;
      };
    };
    readUpload(request, upload as Upload, 1_000_000, everySecond)
      .then(
        () => 'read',
        (error: unknown) => error,
      )
      .then((given) => {
        outcome = given;
        response.end();
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const visitor = send({ port, host: '127.0.0.1', method: 'POST', headers }).on('error', () => undefined);
  visitor.write(head);
  return {
    visitor,
    seconds: (count: number) => {
      for (let n = 0; n < count; n++) tick();
    },
    /** Waits until nothing more is read because the store accepts nothing. */
    untilFull: () => waitUntil(() => isFull()),
    untilTaken: (count: number) => waitUntil(() => taken >= count),
    outcome: async () => {
      await waitUntil(() => outcome !== undefined && isStopped);
      return outcome instanceof HttpError ? outcome.status : outcome;
    },
    isOver: () => outcome !== undefined,
  };
}

it('ends an upload that comes with less than 64 kB in a second, after ten seconds', async () => {
  const { visitor, seconds, untilTaken, isOver, outcome } = await begin();
  for (let n = 1; n <= 10; n++) {
    visitor.write('x');
    await untilTaken(n);
    seconds(1);
  }
  await nextTick();
  expect(isOver()).toBe(false);
  seconds(1);
  await nextTick();
  expect(isOver()).toBe(true);
  expect(await outcome()).toBe(408);
});

it('lets one go on that comes just as fast as it has to', async () => {
  const { visitor, seconds, untilTaken, isOver, outcome } = await begin();
  for (let n = 1; n <= 20; n++) {
    visitor.write(Buffer.alloc(64_000));
    await untilTaken(n * 64_000);
    seconds(1);
  }
  await nextTick();
  expect(isOver()).toBe(false);
  visitor.end('\r\n--b--\r\n');
  expect(await outcome()).toBe('read');
});

it('does not count the seconds in which the store takes nothing', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { visitor, seconds, untilFull, isOver, outcome } = await begin(() => released);
  visitor.end(Buffer.concat([Buffer.alloc(1_500_000), Buffer.from('\r\n--b--\r\n')]));
  await untilFull();
  seconds(100);
  await nextTick();
  expect(isOver()).toBe(false);
  release();
  expect(await outcome()).toBe('read');
});

it('ends an endless body without a content length', async () => {
  const { visitor, outcome } = await begin();
  visitor.write('\r\n--b--\r\n');
  const megabyte = Buffer.alloc(1_000_000);
  for (let n = 0; n < 252; n++) visitor.write(megabyte);
  expect(await outcome()).toBe(413);
});
