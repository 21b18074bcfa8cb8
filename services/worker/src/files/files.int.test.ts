import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { fileKey } from '@inlet/contracts/files';
import type { File, Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { buildFile } from '@inlet/testing/build-file';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import { openQueuedBatches } from '#files/queued-batches.ts';
import { removeFiles } from '#files/remove-files.ts';
import { scanFile } from '#files/scan-file.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

let worker: TestWorker;
let form: Form;
beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());
beforeEach(async () => {
  const { prisma } = worker.owner;
  await prisma.file.deleteMany();
  form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
});

async function add(overrides: object = {}): Promise<File> {
  const { prisma } = worker.owner;
  const submission = await buildSubmission(prisma, { formId: form.id });
  return buildFile(prisma, worker.deps.blobs, submission, { userId: form.userId, ...overrides });
}
const stateOf = async ({ id }: File) => (await worker.owner.prisma.file.findUnique({ where: { id } }))?.state;
const hasBytes = async ({ formId, uploadId, id }: File) =>
  (await worker.deps.blobs.sizeOf(fileKey(formId, uploadId, id))) !== null;
const storage = async () => {
  const { rows } = await worker.owner.pool.query<{ used: number }>(
    `select granted + direct as used from quotas where user_id = $1 and period = 'storage'`,
    [form.userId],
  );
  return Number(rows[0]?.used);
};
const remove = () => removeFiles(worker.deps.pool, worker.deps.blobs);

describe('a file whose submission is deleted', () => {
  it('goes with its bytes, and its storage is free again', async () => {
    const [kept, gone] = [await add({ bytes: Buffer.alloc(700) }), await add({ bytes: Buffer.alloc(1_000) })];
    await worker.deps.pool.query('delete from submissions where id = $1', [gone.submissionId]);
    expect([await stateOf(gone), await storage()]).toEqual(['deleting', 1_700]);
    expect(await remove()).toBe(1);
    expect([await stateOf(gone), await hasBytes(gone), await storage()]).toEqual([undefined, false, 700]);
    expect([await stateOf(kept), await hasBytes(kept)]).toEqual(['available', true]);
    expect(await remove()).toBe(0);
  });

  it('is removed once, however many workers there are and whatever was deleted before a crash', async () => {
    const files = [];
    for (let n = 0; n < 60; n++) files.push(await add({ bytes: Buffer.alloc(10) }));
    const [first] = files;
    if (!first) throw new Error('There are files');
    await worker.deps.blobs.delete(fileKey(first.formId, first.uploadId, first.id));
    await worker.deps.pool.query('delete from submissions where form_id = $1', [form.id]);
    const counts = await Promise.all([remove(), remove(), remove()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(await storage()).toBe(0);
    for (const file of files) expect(await hasBytes(file)).toBe(false);
  });

  it('does not wait for one whose bytes cannot be deleted', async () => {
    const [stuck, other] = [await add(), await add()];
    await worker.deps.pool.query('delete from submissions where form_id = $1', [form.id]);
    const remove = async (key: string) => {
      if (key.includes(stuck.id)) throw new Error('It is locked');
      await worker.deps.blobs.delete(key);
    };
    expect(await removeFiles(worker.deps.pool, { ...worker.deps.blobs, delete: remove })).toBe(1);
    expect([await stateOf(stuck), await stateOf(other), await storage()]).toEqual(['deleting', undefined, 10]);
  });

  it('stays until its bytes can be deleted', async () => {
    const file = await add();
    await worker.deps.pool.query('delete from submissions where form_id = $1', [form.id]);
    const blobs = { ...worker.deps.blobs, delete: () => Promise.reject(new Error('The store is away')) };
    await expect(removeFiles(worker.deps.pool, blobs)).rejects.toThrow('The store is away');
    expect([await stateOf(file), await storage()]).toEqual(['deleting', 10]);
    // The server may still be rolling back the failed transaction, and a locked file is skipped until the next minute.
    const free = 'select from files where id = $1 for update skip locked';
    await waitUntil(async () => (await worker.deps.pool.query(free, [file.id])).rowCount === 1);
    const removal = startBackgroundWork(
      { row: backgroundWork.removals },
      { ...worker.deps, queuedBatches: openQueuedBatches(worker.deps.clientLanes) },
    );
    onTestFinished(removal.close);
    await waitUntil(async () => !(await hasBytes(file)) && (await storage()) === 0);
  });
});

describe('a file that is to be scanned', () => {
  const scan = (CLAMD_URL: string | undefined) => {
    const scans = startBackgroundWork({ row: backgroundWork.scans }, { ...worker.deps, config: { CLAMD_URL } });
    onTestFinished(scans.close);
  };

  it('is released or quarantined by the result of the scanner', async () => {
    const [clean, virus] = [
      await add({ state: 'scanning', bytes: Buffer.alloc(300_000, 'a') }),
      await add({ state: 'scanning', bytes: Buffer.from('a virus') }),
    ];
    scan(await startClamd());
    await waitUntil(async () => (await stateOf(clean)) === 'available' && (await stateOf(virus)) === 'quarantined');
  });

  it('lets others go first where the scanner gives no verdict', async () => {
    const odd = await add({ state: 'scanning', bytes: Buffer.from('too long for it') });
    const clean = await add({ state: 'scanning', bytes: Buffer.from('clean') });
    const clamd = await startClamd();
    const scanOne = () => scanFile(worker.deps.pool, worker.deps.blobs, clamd);
    await expect(scanOne()).rejects.toThrow('INSTREAM size limit exceeded');
    expect(await scanOne()).toBe(true);
    expect([await stateOf(odd), await stateOf(clean)]).toEqual(['scanning', 'available']);
    await expect(scanOne()).rejects.toThrow('INSTREAM size limit exceeded');
  });

  it('can be deleted while the scanner looks at it, and is not looked at twice', async () => {
    const file = await add({ state: 'scanning' });
    let answer = () => {};
    const seen = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let looks = 0;
    const clamd = await startClamd(() => {
      looks += 1;
      return seen;
    });
    const scanOne = () => scanFile(worker.deps.pool, worker.deps.blobs, clamd);
    const scanned = scanOne();
    await waitUntil(() => looks === 1);
    expect(await scanOne()).toBe(false);
    await worker.owner.pool.query(`set lock_timeout = '2s'; delete from submissions where id = '${file.submissionId}'`);
    answer();
    await scanned;
    expect([await stateOf(file), looks]).toEqual(['deleting', 1]);
  });

  it('waits while the scanner is away or gives no verdict, and is released where there is none any more', async () => {
    const file = await add({ state: 'scanning', bytes: Buffer.from('too long for it') });
    const seen: string[] = [];
    const url = await startClamd((text) => seen.push(text));
    scan(url);
    await waitUntil(() => seen.length > 0);
    scan('tcp://127.0.0.1:9');
    expect(await stateOf(file)).toBe('scanning');
    scan(undefined);
    await waitUntil(async () => (await stateOf(file)) === 'available');
  });
});

/** A fake clamd; a text that names itself a virus is one. */
async function startClamd(onScan: (text: string) => unknown = () => undefined): Promise<string> {
  const server = createServer(async (socket: Socket) => {
    let received = Buffer.of();
    const take = async (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const text = read(received);
      if (text === null) return;
      await onScan(text);
      const verdict = text.startsWith('too long') ? 'INSTREAM size limit exceeded. ERROR' : 'stream: OK';
      socket.end(`${text === 'a virus' ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : verdict}\0`);
    };
    socket.on('data', take).on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `tcp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** The bytes of the stream; null until it is complete. */
function read(received: Buffer): string | null {
  const head = 'zINSTREAM\0';
  if (received.toString('latin1', 0, head.length) !== head) return null;
  const pieces: Buffer[] = [];
  for (let at = head.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return String(Buffer.concat(pieces));
    if (at + 4 + length > received.length) return null;
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
