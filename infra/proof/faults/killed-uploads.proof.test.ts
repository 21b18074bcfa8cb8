import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { addForm, untilDrained } from '#house/house.test-setup.ts';
import { openBreakableHouse } from '#house/stores.test-setup.ts';

const kills = 20;
const visitors = 6;
const answersBetween = 3;
/** A killed worker's batch is taken over after ten to twenty seconds. */
const drainedWithinMs = 90_000;
const slowly = { timeoutMs: 90_000, intervalMs: 100 };
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Sent {
  readonly digests: readonly string[];
  submissionId?: string;
}

it('keeps submissions and their files together while ingest, worker and Redis are killed 20 times', {
  timeout: 600_000,
}, async () => {
  const folder = await createDisposableFolder();
  const house = await openBreakableHouse({}, { FILES_FOLDER: folder });
  const { database, fleets, urls, stores } = house;
  const { prisma, pool } = database;
  const form = await addForm(house, { plan: 'pro' });

  const sent: Sent[] = [];
  let isOver = false;
  const acknowledged = () => sent.filter(({ submissionId }) => submissionId !== undefined);
  const loops = Array.from({ length: visitors }, async () => {
    while (!isOver) {
      // Ingest reads some of these bodies as a stream, and others as a whole.
      const files = Array.from({ length: 1 + (sent.length % 2) }, () => randomBytes(1 + (sent.length % 5) * 500_000));
      const one: Sent = { digests: files.map(digest) };
      const body = new FormData();
      body.append('attempt', String(sent.push(one) - 1));
      for (const bytes of files) body.append('file', new Blob([bytes]), 'a.bin');
      try {
        const response = await fetch(`${urls.ingest}/f/${form.endpointId}`, { method: 'POST', body });
        if (response.ok) one.submissionId = ((await response.json()) as { submissionId: string }).submissionId;
      } catch {
        // There was no response, so nothing was promised.
      }
      await pause(20);
    }
  });
  const untilMore = async () => {
    const goal = acknowledged().length + answersBetween;
    await waitUntil(() => acknowledged().length >= goal, { ...slowly, what: 'submissions with files to be taken' });
  };

  for (let kill = 0; kill < kills; kill += 1) {
    await untilMore();
    await pause(kill * 17);
    if (kill % 3 === 0) await fleets.ingest.kill();
    else if (kill % 3 === 1) await fleets.worker.kill();
    else {
      await stores.redis.kill();
      await stores.redis.revive();
    }
  }
  await untilMore();
  isOver = true;
  await Promise.all(loops);

  const promised = acknowledged().map(({ submissionId }) => submissionId);
  const isStored = async () => {
    const sql = 'select id from unnest($1::uuid[]) as promised(id) where id not in (select id from submissions)';
    return (await pool.query(sql, [promised])).rowCount === 0;
  };
  await waitUntil(isStored, { timeoutMs: drainedWithinMs, what: 'all that was promised to be stored' });
  await untilDrained(house, slowly.timeoutMs);
  const swept = await prisma.upload.count();
  await pool.query(`update uploads set created_at = created_at - interval '25 hours'`);
  await waitUntil(async () => (await prisma.upload.count()) === 0, { ...slowly, what: 'the sweep' });

  const { rows } = await pool.query<{ attempt: string; digests: string[] | null }>(
    `select data->>'attempt' as attempt,
       (select array_agg(sha256 order by position) from files where submission_id = submissions.id) as digests
     from submissions`,
  );
  for (const { attempt, digests } of rows) expect(digests).toEqual(sent[Number(attempt)]?.digests);
  const files = await prisma.file.findMany();
  expect(files.filter(({ state }) => state !== 'available')).toEqual([]);
  expect(files).toHaveLength(rows.reduce((sum, { digests }) => sum + (digests?.length ?? 0), 0));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(paths.map((path) => relative(folder, path)).sort()).toEqual(
    files.map(({ formId, uploadId, id }) => `${formId}/${uploadId}/${id}`).sort(),
  );
  for (const { formId, uploadId, id, sha256 } of files)
    expect(digest(await readFile(join(folder, formId, uploadId, id)))).toBe(sha256);
  const quota = await prisma.quota.findFirstOrThrow({ where: { userId: form.userId, resource: 'storage' } });
  expect(quota.granted + quota.direct).toBe(files.reduce((sum, { size }) => sum + size, 0n));
  console.log({ sent: sent.length, acknowledged: promised.length, stored: rows.length, files: files.length, swept });
});
