import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCli } from '#cli.test-setup.ts';
import { exitCodes } from '#exit-codes.ts';
import { runHere } from '#run-here.test-setup.ts';

const csv = `Date,Name,Email,IP
2021-02-03 04:05:06,Ada,ada@example.com,10.0.0.1
2021-02-04 04:05:06,Lin,lin@example.com,10.0.0.2
soon,Eve,eve@example.com,10.0.0.3
`;
const sound = csv.replace(/^soon.*\n/m, '');

it('imports a file after a question, once, and takes it back', async () => {
  const { url, key, folder, run, api, form } = await openCli({ environment: { PLAN_IMPORTED: '5' } });
  const path = { id: form.id };
  const file = join(folder, 'export.csv');
  const here = (args: readonly string[], answer?: boolean) => runHere(args, { token: key, url, folder }, answer);
  const stored = async () => (await api.call('readForm', { path })).submissionCount;
  const choice = ['--time-zone', 'UTC', '--skip', 'IP', '--field', 'Name=name'];
  await writeFile(file, csv);

  // What would happen is said, and nothing is stored without a yes.
  const asked = await here(['import', 'Contact', file, ...choice, '--date', 'Date'], false);
  expect(asked.questions).toEqual(['Import 2 submissions into "Contact"?']);
  expect(asked.stdout).toMatch(/Date\s+the date, first 2021-02-03T04:05:06.000Z/);
  expect(asked.stdout).toMatch(/IP\s+left out/);
  expect(asked.stdout).toContain('2 would be imported, 0 are there already, 1 refused.\n  line 4: ');
  expect(asked).toMatchObject({ code: exitCodes.failed, stderr: expect.stringContaining('Nothing was changed') });
  const tried = await run(['import', 'Contact', '-', ...choice, '--dry-run', '--json'], {}, sound);
  expect(tried.code).toBe(exitCodes.done);
  expect(JSON.parse(tried.stdout)).toMatchObject({ isStored: false, importId: null, imported: 2, refusedCount: 0 });
  expect(await run(['import', 'Contact', '-', ...choice], {}, sound)).toMatchObject({
    code: exitCodes.failed,
    stderr: expect.stringContaining('--yes'),
  });
  expect(await stored()).toBe(0);

  // A row that is refused stops no other.
  const imported = await run(['import', form.endpointId, file, ...choice, '--yes', '--json']);
  expect(imported.code).toBe(exitCodes.failed);
  const { importId, refused, ...counts } = JSON.parse(imported.stdout);
  expect(counts).toMatchObject({ isStored: true, imported: 2, known: 0, refusedCount: 1 });
  expect(refused).toEqual([expect.objectContaining({ line: 4, code: 'invalid_date' })]);
  const { submissions } = await api.call('listSubmissions', { path });
  expect(submissions.map(({ createdAt, data }) => [createdAt, data])).toEqual([
    ['2021-02-04T04:05:06.000Z', { name: 'Lin', Email: 'lin@example.com' }],
    ['2021-02-03T04:05:06.000Z', { name: 'Ada', Email: 'ada@example.com' }],
  ]);

  // Once more stores nothing, and asks nothing.
  await writeFile(file, sound);
  const again = await here(['import', 'Contact', file, ...choice]);
  expect(again).toMatchObject({ code: exitCodes.done, questions: [] });
  expect(again.stdout).toContain('"Contact" has every row of the file already.');

  // One submission is told as one.
  await writeFile(file, 'Email\none@example.com\n');
  const one = await here(['import', 'Contact', file, '--json'], true);
  expect(one.questions).toEqual(['Import 1 submission into "Contact"?']);
  const undo = await here(['import', 'Contact', '--undo', JSON.parse(one.stdout).importId], true);
  expect(undo).toMatchObject({
    questions: ['Delete 1 imported submission from "Contact"?'],
    stdout: 'Deleted 1 submission.\n',
  });

  // The plan's limit is said before anything is stored, and the next step is not another key.
  const many = `Email\n${Array.from({ length: 9 }, (_, index) => `${index}@example.com\n`).join('')}`;
  await writeFile(file, many);
  const tooMany = await here(['import', 'Contact', file, '--json']);
  expect(tooMany.code).toBe(exitCodes.notAllowed);
  expect(JSON.parse(tooMany.stderr)).toMatchObject({
    code: 'import_limit_reached',
    error: 'The file has 9 new submissions, and the plan has room for 3 more.',
    next: expect.stringContaining('undo an import'),
  });
  const full = await run(['import', 'Contact', '-', '--yes', '--json'], {}, many);
  expect(full.code).toBe(exitCodes.notAllowed);
  expect(JSON.parse(full.stderr)).toMatchObject({
    code: 'import_limit_reached',
    next: expect.stringContaining('continues'),
  });
  expect(await stored()).toBe(2);

  expect(await here(['import', 'Contact', '--undo', importId], false)).toMatchObject({ code: exitCodes.failed });
  const undone = await run(['import', 'Contact', '--undo', importId, '--yes', '--json']);
  expect(JSON.parse(undone.stdout)).toMatchObject({ importId, count: 2, pending: 0 });
  expect(await stored()).toBe(0);
  const unknown = await here(['import', 'Contact', '--undo', form.id, '--yes']);
  expect(unknown).toMatchObject({ code: exitCodes.notFound, stderr: expect.stringContaining(importId) });

  expect(await here(['import', 'Contact', join(folder, 'none.csv')])).toMatchObject({ code: exitCodes.notFound });
  expect(await here(['import', 'Contact'])).toMatchObject({ code: exitCodes.usage });
  expect(await here(['import', 'Contact', file, '--date', 'When'])).toMatchObject({
    code: exitCodes.usage,
    stderr: expect.stringContaining('The file has: Email.'),
  });
});
