import { execFileSync } from 'node:child_process';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { noProgress } from '@inlet/import/run-import';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { describe, expect, it } from 'vitest';
import { chooseMapping, type MappingOptions } from '#import/choose-mapping.ts';
import { notRead, openSource } from '#import/open-source.ts';
import { showMapping } from '#import/show-mapping.ts';
import { showCounts } from '#import/show-progress.ts';

/** The standard input, in pieces of this size. */
function open(text: string, size = 10) {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return openSource('-', Readable.from(pieces, { objectMode: false }));
}

describe('the standard input', () => {
  it('is read whole after its first rows were looked at', async () => {
    const text = `name,email\n${'Ada,ada@example.com\n'.repeat(50_000)}`;
    const source = await open(text, 10_000);
    expect(source).toMatchObject({ bytes: null, shape: { format: 'csv', separator: ',' } });
    expect(source.rows).toHaveLength(200);
    expect((await buffer(Readable.from(source.read()))).toString()).toBe(text);
  });

  it('says why it cannot be imported', async () => {
    await expect(open('name,email\n')).rejects.toMatchObject({ code: 'invalid_file', exitCode: 1 });
    await expect(open('a\n1,2\n')).rejects.toThrow('Line 2: This row has 2 values for 1 column.');
    await expect(open('')).rejects.toThrow('The file is empty.');
  });
});

describe('a path', () => {
  const text = `name,email\n${'Ada,ada@example.com\n'.repeat(50_000)}`;

  it('can be a file, which is read whole as often as it is asked for', async () => {
    const path = join(await createDisposableFolder(), 'export.csv');
    await writeFile(path, text);
    const source = await openSource(path);
    expect(source.bytes).toBe(text.length);
    for (let time = 1; time <= 2; time += 1) {
      expect((await buffer(Readable.from(source.read()))).toString()).toBe(text);
    }
  });

  it('can be a pipe, which is opened once and read whole', async () => {
    const path = join(await createDisposableFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    const written = writeFile(path, text);
    const source = await openSource(path);
    expect(source).toMatchObject({ name: path, bytes: null });
    expect(source.rows).toHaveLength(200);
    const [read] = await Promise.all([buffer(Readable.from(source.read())), written]);
    expect(read.toString()).toBe(text);
  });

  it('that cannot be read is said with a next step', async () => {
    const folder = await createDisposableFolder();
    const path = join(folder, 'export.csv');
    await expect(openSource(path)).rejects.toMatchObject({ code: 'file_not_found', exitCode: 4 });
    await expect(openSource(folder)).rejects.toMatchObject({
      message: `${folder} is a folder.`,
      next: 'Name the file in it that you exported.',
      exitCode: 1,
    });
    await symlink(path, path);
    await expect(openSource(path)).rejects.toMatchObject({
      message: expect.stringContaining(`${path} cannot be read: ELOOP`),
      code: 'file_not_read',
    });
    expect(notRead('a.csv', Object.assign(new Error('x'), { code: 'EACCES' }))).toMatchObject({
      message: 'You have no right to read a.csv.',
      next: 'Change its permissions, or copy the file to a folder of yours.',
    });
  });

  it('that becomes unreadable later is said in the same way', async () => {
    const path = join(await createDisposableFolder(), 'export.csv');
    await writeFile(path, text);
    const source = await openSource(path);
    await rm(path);
    await expect(buffer(Readable.from(source.read()))).rejects.toMatchObject({ code: 'file_not_found' });
  });
});

it('the numbers of an import agree with their words', () => {
  const csv = { format: 'csv', encoding: 'utf-8', separator: ',' } as const;
  const json = { format: 'json', encoding: 'utf-8' } as const;
  const refused = [{ line: 2, code: 'invalid_date', message: 'The time is in the future' }];
  const some = { ...noProgress, imported: 1_204, known: 1, refusedCount: 1, refused };
  expect(showCounts(some, csv, 'imported')).toBe(
    '1,204 imported, 1 is there already, 1 refused.\n  line 2: The time is in the future',
  );
  expect(showCounts({ ...some, known: 2, refusedCount: 3 }, json, 'imported')).toBe(
    '1,204 imported, 2 are there already, 3 refused.\n  row 2: The time is in the future\n  and 2 more',
  );
});

describe('the columns of a file', () => {
  const csv = 'Timestamp,Name,Page\n03/04/2026 10:00,Ada,https://a.example/x\n';
  const mapped = async (options: MappingOptions) => {
    const source = await open(csv);
    return { source, mapping: chooseMapping(source.rows, { timeZone: 'UTC', ...options }) };
  };

  it('become what the options say, and what the file suggests otherwise', async () => {
    expect((await mapped({})).mapping).toMatchObject({ date: 'Timestamp', dayOrder: 'month first', origin: null });
    const { source, mapping } = await mapped({ dayFirst: true, origin: 'page', field: ['name=visitor'], skip: [] });
    expect(mapping).toMatchObject({ dayOrder: 'day first', origin: 'Page' });
    expect(showMapping(source, mapping).split('\n').slice(2)).toEqual([
      'COLUMN     BECOMES',
      'Timestamp  the date, first 2026-04-03T10:00:00.000Z (day first, UTC)',
      'Name       field visitor',
      'Page       the origin',
    ]);
  });

  it('are fields where they are no date and no origin any more', async () => {
    const { source, mapping } = await mapped({ date: false, skip: ['Page'] });
    expect(mapping.fields).toEqual([
      { column: 'Timestamp', field: 'Timestamp' },
      { column: 'Name', field: 'Name' },
      { column: 'Page', field: null },
    ]);
    expect(showMapping(source, mapping)).toContain('No column is the date');
  });

  it('must be there', async () => {
    await expect(mapped({ date: 'When' })).rejects.toMatchObject({
      message: 'There is no column "When".',
      next: 'The file has: Timestamp, Name, Page.',
    });
    await expect(mapped({ field: ['Name'] })).rejects.toThrow('"Name" names no field.');
    await expect(mapped({ timeZone: 'Mars' })).rejects.toThrow('There is no time zone "Mars".');
    await expect(mapped({ dayFirst: true, monthFirst: true })).rejects.toThrow('exclude each other');
  });
});
