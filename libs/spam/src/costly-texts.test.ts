import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { compileBlockList } from '#block-list.ts';
import { classify } from '#classify.ts';
import { rememberDuplicates } from '#duplicates.ts';
import { localReasons } from '#local-checks.ts';
import { likeThis } from '#similarity.ts';
import { textMax, textsOf } from '#texts-of.ts';
import { tokensOf } from '#tokens.ts';

const jsonOf = (text: string) => JSON.stringify({ message: text });
/** The texts that the checks read of a submission. */
const seen = (text: string) => textsOf(jsonOf(text));
const runs = Array.from({ length: 100 }, (_, n) => 'a'.repeat(n + 2));
const isBlocked = compileBlockList([...runs, '@.', '..', 'a.', 'shop.example', 'ada@shop.example']);
const duplicates = rememberDuplicates();
const isLikeSome = likeThis(['ada@example.com', 'A question about chairs']);
const model = { learned: { spam: 20, good: 20 }, countsOf: () => ({ spam: 1, good: 3 }) };

const readers: Readonly<Record<string, TextReader>> = {
  textsOf: (text) => textsOf(jsonOf(text)),
  'textsOf a list': (text) => textsOf(JSON.stringify({ list: [...text.slice(0, 100_000)] })),
  localReasons: (text) => localReasons(seen(text), 0),
  'localReasons of an address': (text) => localReasons([`a@${text.slice(0, textMax)}`], 0),
  tokensOf: (text) => tokensOf(seen(text)),
  classify: (text) => classify(tokensOf(seen(text)), model),
  duplicates: (text) => duplicates.count('user', { id: 'id', json: jsonOf(text) }, 0),
  blockList: (text) => isBlocked(seen(text)),
  'likeThis asks': (text) => likeThis(seen(text))(['A question']),
  'likeThis is asked': (text) => isLikeSome(seen(text)),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
