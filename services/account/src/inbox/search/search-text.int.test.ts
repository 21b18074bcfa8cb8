import { foldText } from '@inlet/contracts/search-query';
import { hasTrigrams, indexedText } from '@inlet/submissions/indexed-text';
import { unescapeJson } from '@inlet/submissions/unescape-json';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import { openConnection, runSql } from '@inlet/testing/sql';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';

let testDatabase: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await testDatabase.close();
});

async function inSql(name: string, texts: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select ${name}(text) as text from unnest($1::text[]) with ordinality as given(text, n) order by n`,
    [texts],
  );
  return rows.map(({ text }) => text);
}

const lastCharacter = 0x10ffff;
const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;

describe('PostgreSQL folds', () => {
  it('every character of Unicode as TypeScript does', async () => {
    const codes = Array.from({ length: lastCharacter }, (_, code) => code + 1).filter((code) => !isHalf(code));
    const all = codes.map((code) => String.fromCodePoint(code));
    // Node may support a newer Unicode than PostgreSQL.
    const { rows } = await client.query<{ text: string }>(
      'select text from unnest($1::text[]) with ordinality as given(text, n) where unicode_assigned(text) order by n',
      [all],
    );
    const assigned = rows.map(({ text }) => text);
    expect(assigned.length).toBeGreaterThan(150_000);
    const folded = await inSql('inlet_fold', assigned);
    expect(assigned.filter((text, n) => folded[n] !== foldText(text))).toEqual([]);
  });

  it('whole texts as TypeScript does', async () => {
    const texts = [
      'García Łukasz Øre Straße ẞ İstanbul ΟΔΟΣ ﬁ Ａ が 한글 naïve’s — x',
      'Garci\u0301a, I\u0307, a\u0323\u0301 and a\u0301\u0323',
      'שָׁלוֹם سَلَام 👩‍👩‍👧 co\u00adoperate',
      'ASCII "only" \\n',
      '',
      ...fc.sample(hostileText, cases(500)),
    ];
    expect(await inSql('inlet_fold', texts)).toEqual(texts.map(foldText));
  });

  it('JSON with escaped letters as TypeScript does', async () => {
    const texts = [
      String.raw`{"a":"Garc\u00eda \/ b\\u0041 \\\u0041 \n \" \ud83d\udc4b"}`,
      String.raw`{"a":"half a pair \ud800, none \u0000"}`,
      String.raw`{"a":"c\\d \/ \\/"}`,
      '{"a":"plain"}',
      ...fc
        .sample(hostileText, cases(500))
        .map((text) => JSON.stringify({ [text]: text }).replaceAll('a', String.raw`\u0061`)),
    ];
    expect(await inSql('inlet_search_text', texts)).toEqual(texts.map((text) => foldText(unescapeJson(text))));
    const indexed = texts.map((text) => indexedText(foldText(unescapeJson(text))));
    expect(await inSql('inlet_indexed_text', texts)).toEqual(indexed);
    expect(foldText(unescapeJson(texts[0] ?? ''))).toBe(String.raw`{"a":"garcia / b\\u0041 \\a \n \" 👋"}`);
  });
});

describe.each(['C', 'C.utf8'])('in a database with the locale %s', (locale) => {
  it('the index tells apart words of letters beyond ASCII, also of one or two', async (context) => {
    const adminUrl = inject('adminDatabaseUrl');
    const name = `inlet_locale_${locale.replace('.', '_').toLowerCase()}`;
    const sql = `create database ${name} template template0 encoding 'UTF8' locale_provider libc locale '${locale}'`;
    // Not every system has both.
    await runSql(adminUrl, sql).catch((error: Error) => context.skip(error.message));
    onTestFinished(async () => void (await runSql(adminUrl, `drop database ${name} with (force)`)));
    const url = new URL(adminUrl);
    url.pathname = name;
    const connection = await openConnection(url.href);
    await connection.query('create extension pg_trgm');
    await connection.query('create table texts (text text)');
    await connection.query('create index on texts using gin (text gin_trgm_ops)');
    const few = ['Привет Москва', '日本語', '本', 'ann@example.com', 'x@y', 'größe'];
    const fields = [...few, ...Array(200).fill('сто чисел')];
    const texts = fields.map((field) => indexedText(foldText(JSON.stringify({ field }))));
    await connection.query('insert into texts select unnest($1::text[])', [texts]);
    await connection.query('set enable_seqscan = off');
    const looked = async (term: string) => {
      const text = indexedText(foldText(term));
      if (!hasTrigrams(text)) return 'no trigram';
      const { rows } = await connection.query(
        `explain (analyze, format json, costs off, timing off) select from texts where text like '%${text}%'`,
      );
      const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
      return [plan.Plans[0]['Actual Rows'], plan['Actual Rows']];
    };
    const counts: Record<string, unknown> = {};
    for (const term of ['москва', 'скв', 'ив', '日本', '語', '本', 'größe', 'ann@', '@', 'x', 'x@y', 'ös']) {
      counts[term] = await looked(term);
    }
    expect(counts).toEqual({
      ...{
        москва: [1, 1],
        скв: [1, 1],
        ив: [1, 1],
        日本: [1, 1],
        語: [1, 1],
        本: [2, 2],
        größe: [1, 1],
        'ann@': [1, 1],
      },
      ...{ '@': 'no trigram', x: 'no trigram', 'x@y': 'no trigram', ös: 'no trigram' },
    });
  });
});
