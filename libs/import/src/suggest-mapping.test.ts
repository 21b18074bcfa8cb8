import { expect, it } from 'vitest';
import { allOf, rowsOf, suggested } from '#file.test-setup.ts';
import type { Mapping } from '#mapping.ts';
import { toCalls } from '#to-calls.ts';

/** Exports of other services, and our own, with what is imported from their first row. */
const exports = {
  'Formspree, CSV': {
    file: 'name,email,message,_date,_status\nAda,ada@example.com,"Hello, you",2020-06-08T15:23:09.374Z,new\n',
    peer: 'formspree',
    line: {
      data: { name: 'Ada', email: 'ada@example.com', message: 'Hello, you' },
      createdAt: '2020-06-08T15:23:09.374Z',
    },
  },
  'Formspree, JSON': {
    file: '{"ok":true,"fields":["name"],"submissions":[{"_date":"2020-06-08T15:23:09.374Z","name":"Ada","_host":"example.com/contact"}]}',
    peer: 'formspree',
    line: { data: { name: 'Ada' }, createdAt: '2020-06-08T15:23:09.374Z' },
  },
  'Netlify, CSV': {
    file: 'name,comments,ip,user_agent,referrer,created_at\nAda,Hi,192.0.2.1,Mozilla,https://site.example/form,2020-10-13T14:02:06.088Z\n',
    peer: 'netlify',
    line: {
      data: { name: 'Ada', comments: 'Hi' },
      createdAt: '2020-10-13T14:02:06.088Z',
      origin: 'https://site.example',
    },
  },
  'Netlify, JSON': {
    file: JSON.stringify([
      {
        ...{ number: 6, title: 'Ada', email: 'ada@example.com', name: 'Ada', summary: 'Hi', body: 'Hi', company: null },
        data: {
          name: 'Ada',
          comments: 'Hi',
          ip: '192.0.2.1',
          user_agent: 'Mozilla',
          referrer: 'https://site.example/f',
        },
        ...{
          created_at: '2020-10-13T14:02:06.088Z',
          human_fields: { 'Name:': 'Ada' },
          site_url: 'https://site.example',
        },
      },
    ]),
    peer: 'netlify',
    line: {
      data: { name: 'Ada', comments: 'Hi' },
      createdAt: '2020-10-13T14:02:06.088Z',
      origin: 'https://site.example',
    },
  },
  'Basin, CSV': {
    file: 'id,email,message,ip,referrer,spam,created_at\n7,ada@example.com,Hi,192.0.2.1,https://site.example/,false,2023-01-05 14:22:33 UTC\n',
    peer: 'basin',
    line: {
      data: { email: 'ada@example.com', message: 'Hi' },
      createdAt: '2023-01-05T14:22:33.000Z',
      origin: 'https://site.example',
    },
  },
  'Basin, JSON': {
    file: JSON.stringify({
      submissions: [
        { id: 7, payload_params: { email: 'ada@example.com' }, created_at: '2023-01-05T14:22:33.000Z', spam: false },
      ],
    }),
    peer: 'basin',
    line: { data: { email: 'ada@example.com' }, createdAt: '2023-01-05T14:22:33.000Z' },
  },
  'Google Forms, CSV': {
    file: '"Timestamp","Your name","How was it?"\n"2020/04/01 10:25:28 AM GMT+2","Ada","Good;Very good"\n',
    peer: 'google_forms',
    line: { data: { 'Your name': 'Ada', 'How was it?': 'Good;Very good' }, createdAt: '2020-04-01T08:25:28.000Z' },
  },
  'Google Forms, a German sheet': {
    file: 'Zeitstempel,Name\n03.04.2024 13:45:22,Ada\n',
    peer: 'google_forms',
    line: { data: { Name: 'Ada' }, createdAt: '2024-04-03T11:45:22.000Z' },
  },
  'Google Forms, in a language without words here': {
    file: 'Tidsstempel,Navn\n03.04.2024 13.45.22,Ada\n',
    peer: null,
    line: { data: { Navn: 'Ada' }, createdAt: '2024-04-03T11:45:22.000Z' },
  },
  'Inlet, CSV': {
    file: 'Date,Origin,Data\n2026-11-28 05:41:00,https://site.example,"{""name"":""Ada"",""sum"":1.50}"\n',
    peer: 'inlet',
    line: { data: { name: 'Ada', sum: 1.5 }, createdAt: '2026-11-28T05:41:00.000Z', origin: 'https://site.example' },
  },
  'Inlet, NDJSON': {
    file: `${JSON.stringify({ id: 'x', formId: 'y', data: { name: 'Ada' }, origin: null, userAgent: null, createdAt: '2026-11-28T05:41:00.123Z' })}\n`,
    peer: 'inlet',
    line: { data: { name: 'Ada' }, createdAt: '2026-11-28T05:41:00.123Z' },
  },
  'any table': {
    file: 'Name,Date\nAda,soon\n',
    peer: null,
    line: { data: { Name: 'Ada', Date: 'soon' } },
  },
} as const;

it.each(Object.entries(exports))('fits an export of %s', async (_name, { file, peer, line }) => {
  const mapping = await suggested(file);
  expect(mapping.peer).toBe(peer);
  const [call] = await allOf(toCalls(rowsOf(file), mapping));
  const written = JSON.parse(call?.body ?? '');
  const { origin: _may, ...rest } = written;
  expect('origin' in line ? written : rest).toEqual(line);
});

it('names every column, and what becomes of it', async () => {
  const mapping: Mapping = await suggested(exports['Netlify, CSV'].file);
  expect(mapping).toMatchObject({
    fieldsIn: null,
    date: 'created_at',
    origin: 'referrer',
    timeZone: 'Europe/Berlin',
    fields: [
      { column: 'name', field: 'name' },
      { column: 'comments', field: 'comments' },
      { column: 'ip', field: null },
      { column: 'user_agent', field: null },
      { column: 'referrer', field: null },
      { column: 'created_at', field: null },
    ],
  });
});

it.each(['Date', 'createdAt', 'Timestamp', 'submitted at'])(
  'takes %s as the date, though a row has none',
  async (name) => {
    const mapping = await suggested(`Name,${name}\nAda,2024-01-31 10:00\nLin,soon\n`);
    expect(mapping).toMatchObject({ date: name, fields: [{ field: 'Name' }, { field: null }] });
  },
);

it('prefers a column that has a date in each row', async () => {
  expect(await suggested('Date,Created at\n2024-01-31,2024-01-30\nsoon,2024-01-30\n')).toMatchObject({
    date: 'Created at',
  });
});

it('takes the first column as the date only if each value is one', async () => {
  expect(await suggested('Tidsstempel,Name\n03.04.2024,Ada\n04.04.2024,Lin\n')).toMatchObject({ date: 'Tidsstempel' });
  expect(await suggested('Room,Name\n03.04.2024,Ada\nsoon,Lin\n')).toMatchObject({ date: null });
});
