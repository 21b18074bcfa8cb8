import { describe, expect, it } from 'vitest';
import { localReasons } from '#local-checks.ts';
import { textsOf } from '#texts-of.ts';
import { judge } from '#verdict.ts';

const namesOf = (...texts: string[]) => localReasons(texts, 0).map(({ name }) => name);
const pointsOf = (...texts: string[]) => localReasons(texts, 0)[0]?.points ?? 0;

describe('the texts of a submission', () => {
  it('are those of its fields, however deep, without their names', () => {
    expect(textsOf('{"a":"one","b":{"c":["two",3,null]},"d":true}')).toEqual(['one', 'two']);
  });

  it.each([
    { 'a "name"': 'a text' },
    { name: 'Ada', message: 'one\ntwo', 'a:b': ':' },
    { deep: { list: ['x', { y: '' }], n: 1, no: null }, äöü: '日本語 {"a":1}' },
    { path: 'C:\\', last: 'end' },
    {},
  ])('are the same with and without escapes: %j', (fields) => {
    const collect = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(collect);
    expect(textsOf(JSON.stringify(fields))).toEqual(collect(fields));
  });

  it('end where a long one would take too long to read', () => {
    const texts = textsOf(JSON.stringify({ long: 'x'.repeat(900_000), more: 'y' }));
    expect(texts.map((text) => text.length)).toEqual([20_000]);
  });
});

describe('links', () => {
  it.each([
    ['I saw https://example.com and liked it', 0],
    ['http://a.example and www.b.example', 0.15],
    ['http://a.example http://b.example http://c.example', 0.3],
    ['http://a.example http://b.example http://c.example http://www.d.example', 0.45],
    ['Best <a href="http://a.example">prices</a>', 0.45],
    ['Best [url=http://a.example]prices[/url]', 0.45],
    ['2 < 3 and [sic]', 0],
  ])('%j are worth %d', (text, points) => {
    expect(pointsOf(text)).toBe(points);
  });
});

describe('random letters', () => {
  it.each(['sPZkTqmWbNcR', 'mLqrtvwxkzpd', 'Hello JdKwQaBxTy there', 'gXwKjVmTzR'])('are found in %j', (text) => {
    expect(namesOf(text)).toContain('random-letters');
  });

  it.each([
    'JavaScript and WordPress on LinkedIn',
    'Angstschweiß, Rechtschreibung, Rechtsschutzversicherung',
    'strengths and rhythms',
    'Fürstliche Geschäftsführung',
    'iPhone 15 Pro Max',
    'NASA, HTTPS, getElement',
    'Łódź Szczebrzeszyn źdźbło',
    '',
  ])('are not found in %j', (text) => {
    expect(namesOf(text)).toEqual([]);
  });
});

describe('disposable addresses', () => {
  it.each(['me@mailinator.com', 'me@sub.mailinator.com', 'Write to ME@MAILINATOR.COM please'])(
    'are found in %j',
    (text) => {
      expect(namesOf(text)).toEqual(['disposable-address']);
    },
  );

  it.each(['me@example.com', 'mailinator.com', '@', 'a@b', 'notmailinator.com@example.com'])(
    'are not found in %j',
    (text) => {
      expect(namesOf(text)).toEqual([]);
    },
  );
});

describe('all of them together', () => {
  const worst = ['sPZkTqmWbNcR', 'me@mailinator.com', '[url=http://x.example]'];

  it('flag a submission and do not hide it', () => {
    const { verdict, isSpam } = judge(localReasons(worst, 9), 0.99);
    expect([verdict.isFlagged, isSpam]).toEqual([true, false]);
    expect(verdict.reasons).toHaveLength(4);
  });

  it('are never a verdict alone, however strict the owner is', () => {
    for (const reason of localReasons(worst, 9)) expect(judge([reason], 0.5).isSpam).toBe(false);
  });
});

describe('a verdict', () => {
  it('adds reasons up as independent doubts', () => {
    const reasons = [
      { name: 'links', points: 0.45 },
      { name: 'learned', points: 0.9 },
    ] as const;
    expect(judge(reasons, 0.99).verdict).toEqual({ score: 0.945, reasons: [...reasons], isFlagged: true });
  });

  it('is spam from the threshold on, and flagged from 0.09 below it', () => {
    const at = (points: number, threshold: number) => {
      const { verdict, isSpam } = judge([{ name: 'learned', points }], threshold);
      return isSpam ? 'spam' : verdict.isFlagged ? 'flagged' : 'good';
    };
    expect([at(0.99, 0.99), at(0.9899, 0.99), at(0.9, 0.99), at(0.899, 0.99)]).toEqual([
      'spam',
      'flagged',
      'flagged',
      'good',
    ]);
    expect([at(0.5, 0.5), at(0.41, 0.5), at(0.4, 0.5), at(1, 1), at(0.9999, 1)]).toEqual([
      'spam',
      'flagged',
      'good',
      'spam',
      'flagged',
    ]);
  });
});
