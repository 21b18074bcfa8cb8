import { describe, expect, it } from 'vitest';
import {
  type Choices,
  choicesOf,
  chooseRole,
  mappingOf,
  readDates,
  samplesOf,
} from '#features/imports/column-choices.ts';
import { fileOf } from '#features/imports/file.test-setup.ts';
import { type OpenedFile, openFile } from '#features/imports/open-file.ts';

const open = (text: string) => openFile(fileOf(text), 'Europe/Berlin');
const rolesOf = ({ columns }: Choices) => Object.fromEntries(columns.map(({ column, role }) => [column, role]));

describe('the columns of a file', () => {
  const csv = 'Timestamp,Name,Page,When\n03/04/2026 10:00:00,Ada,https://a.example/contact,05/06/2026\n';

  it('are offered as the file suggests it', async () => {
    const opened = await open('created_at,ip,user_agent,name,site_url\n2026-01-02T03:04:05Z,1.2.3.4,x,Ada,a.example\n');
    expect(rolesOf(choicesOf(opened))).toEqual({
      ...{ created_at: 'date', ip: 'out', user_agent: 'out' },
      ...{ name: 'field', site_url: 'origin' },
    });
  });

  it('become what the person chooses, and one of them is the date', async () => {
    const opened = await open(csv);
    const first = choicesOf(opened);
    expect(rolesOf(first)).toMatchObject({ Timestamp: 'date', When: 'field' });
    const second = chooseRole(first, 'When', 'date', opened);
    expect(rolesOf(second)).toMatchObject({ Timestamp: 'field', When: 'date' });
    const third = chooseRole(chooseRole(second, 'Page', 'origin', opened), 'Name', 'out', opened);
    const renamed = {
      ...third,
      columns: third.columns.map((one) => ({ ...one, field: one.column === 'Page' ? '' : ' x ' })),
    };
    expect(mappingOf(renamed)).toMatchObject({
      ...{ date: 'When', origin: 'Page', timeZone: 'Europe/Berlin' },
      fields: [
        { column: 'Timestamp', field: 'x' },
        { column: 'Name', field: null },
        { column: 'Page', field: null },
        { column: 'When', field: null },
      ],
    });
  });

  it('beside one that holds the fields become no field', async () => {
    const opened = await open(
      '{"id":1,"at":"2026-01-02","data":{"name":"Ada"}}\n{"id":2,"at":"2026-01-03","data":{"name":"Lin"}}\n',
    );
    const choices = choicesOf(opened);
    expect(rolesOf(choices)).toEqual({ id: 'out', at: 'out', name: 'field' });
    const dated = chooseRole(choices, 'at', 'date', opened);
    expect(rolesOf(chooseRole(dated, 'id', 'date', opened))).toEqual({ id: 'date', at: 'out', name: 'field' });
    expect(mappingOf(dated)).toMatchObject({
      fieldsIn: 'data',
      date: 'at',
      fields: [{ column: 'name', field: 'name' }],
    });
  });

  it('show some different values', async () => {
    const opened = await open('a\n1\n1\n2\n3\n4\n');
    expect(samplesOf(opened, choicesOf(opened), 'a')).toEqual(['1', '2', '3']);
  });
});

describe('the dates of a file', () => {
  async function reading(values: string, part: Partial<Choices> = {}) {
    const opened: OpenedFile = await open(
      `a,b\n${values
        .split(' ')
        .map((value) => `${value},x\n`)
        .join('')}`,
    );
    return readDates({ ...chooseRole(choicesOf(opened), 'a', 'date', opened), ...part }, opened);
  }

  it('ask for the order and the time zone only where they matter', async () => {
    expect(await reading('2026-01-02T03:04:05Z')).toMatchObject({ needsDayOrder: false, needsTimeZone: false });
    expect(await reading('2026-01-02')).toMatchObject({ needsDayOrder: false, needsTimeZone: true });
    expect(await reading('13/02/2026')).toMatchObject({ needsDayOrder: false, needsTimeZone: true });
    expect(await reading('03/02/2026')).toMatchObject({ needsDayOrder: true, needsTimeZone: true });
  });

  it('are read as the person says, and the first one is shown', async () => {
    expect(await reading('03/02/2026', { dayOrder: 'day first', timeZone: 'UTC' })).toMatchObject({
      first: { text: '03/02/2026', iso: '2026-02-03T00:00:00.000Z' },
      unreadable: 0,
    });
    expect(await reading('2026-01-02 soon never')).toMatchObject({ rows: 3, unreadable: 2 });
  });
});
