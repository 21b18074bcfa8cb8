import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { forgetPeaks, peakMemoryOf } from '@inlet/bench/measure/process-tree';
import { openBlobs } from '@inlet/blobs/open-blobs';
import { startTestS3 } from '@inlet/blobs/s3.test-setup';
import { fileKey } from '@inlet/contracts/files';
import { fileBytesMax } from '@inlet/contracts/submission-limits';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import { addForm, hotPath } from '#house/house.test-setup.ts';

const testTimeoutMs = 400_000;
const bytesPerMb = 2 ** 20;

/** The folder of files. */
type Store = Readonly<Record<string, string>>;
const inFolder = async (): Promise<Store> => ({ FILES_FOLDER: await createDisposableFolder() });
async function inBucket(): Promise<Store> {
  const { settings, close } = await startTestS3();
  onTestFinished(close);
  return settings;
}

function start(store: Store): Promise<Fleets> {
  const environment = { ...store, TRUSTED_PROXIES: '1' };
  return startFleets(1, { services: hotPath, environment });
}

/** Sends a file from a separate network. Its headers go at once: a busy test must not look like an idle client. */
async function send(url: string, file: Buffer, n: number): Promise<number> {
  const head = [
    '--part\r\ncontent-disposition: form-data; name="n"\r\n\r\n',
    `${n}\r\n--part\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
  ].join('');
  const tail = '\r\n--part--\r\n';
  const outgoing = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'multipart/form-data; boundary=part',
      'content-length': head.length + file.length + tail.length,
      'x-forwarded-for': `203.0.${n >> 8}.${n & 255}`,
    },
  });
  // A client may still be sending a refused upload when the response arrives.
  outgoing.on('error', () => undefined);
  outgoing.write(head);
  outgoing.write(file);
  outgoing.end(tail);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

/** The peak memory of a process from now on, above its present memory. */
function watchMemory(pid: number) {
  const groups = { watched: [pid] };
  forgetPeaks(groups);
  const { watched: before = 0 } = peakMemoryOf(groups);
  return () => ((peakMemoryOf(groups).watched ?? 0) - before) * bytesPerMb;
}

it.each([
  ['a folder', inFolder, 250_000_000],
  ['a bucket', inBucket, 400_000_000],
])(
  'takes 100 uploads of 25 MB at once into %s in little memory, and every byte',
  { timeout: testTimeoutMs },
  async (name, openStore, grownBytesMax) => {
    const store = await openStore();
    const house = await start(store);
    const form = await addForm(house, { plan: 'pro' });
    const url = `${house.urls.ingest}/f/${form.endpointId}`;
    const bytes = randomBytes(fileBytesMax);
    const wanted = createHash('sha256').update(bytes).digest('hex');
    await send(url, Buffer.from('to load what is loaded once'), 999);
    const grown = watchMemory(house.fleets.ingest.pids()[0] ?? 0);
    const startMs = performance.now();
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, n) => send(url, bytes, n)));
    const seconds = (performance.now() - startMs) / 1_000;
    console.log(
      `100 uploads of 25 MB into ${name}: ${seconds.toFixed(1)} s, ingest has grown by ${(grown() / 1e6).toFixed(0)} MB`,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    const { prisma } = house.database;
    await waitUntil(async () => (await prisma.file.count()) === 101, { timeoutMs: 60_000 });
    const blobs = openBlobs(store);
    for (const { formId, uploadId, id } of await prisma.file.findMany({ where: { size: fileBytesMax } })) {
      const hash = createHash('sha256');
      const source = await blobs.get(fileKey(formId, uploadId, id));
      if (!source) throw new Error('A file has no bytes');
      await pipeline(source, hash);
      expect(hash.digest('hex')).toBe(wanted);
    }
    expect(grown()).toBeLessThan(grownBytesMax);
  },
);

it('fills a storage of 1 GB to the byte by 50 uploads at once', { timeout: testTimeoutMs }, async () => {
  const house = await start(await inFolder());
  const form = await addForm(house);
  const url = `${house.urls.ingest}/f/${form.endpointId}`;
  const file = randomBytes(fileBytesMax);
  const statuses = await Promise.all(Array.from({ length: 50 }, (_, n) => send(url, file, n)));
  const { prisma } = house.database;
  const untilTaken = () => waitUntil(async () => (await prisma.upload.count()) === 0, { timeoutMs: 60_000 });
  await untilTaken();
  const used = async () => {
    const where = { userId: form.userId, resource: 'storage' };
    const { granted, direct } = await prisma.quota.findFirstOrThrow({ where });
    return Number(granted + direct);
  };
  const count = await prisma.file.count();
  console.log(`50 at once: ${statuses.toSorted().join(' ')}, ${count} files, ${await used()} bytes`);
  expect(await used()).toBe(count * fileBytesMax);
  expect(await used()).toBeLessThanOrEqual(1_000_000_000);
  // Refused uploads are sent again: then the storage is full to the byte.
  for (let n = 50; (await prisma.file.count()) < 40 && n < 100; n += 1) {
    await send(url, file, n);
    await untilTaken();
  }
  expect(await used()).toBe(1_000_000_000);
  expect(await send(url, file, 200)).toBe(429);
});
