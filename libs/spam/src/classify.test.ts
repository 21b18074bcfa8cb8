import { describe, expect, it } from 'vitest';
import { type Counts, classify, isTrained } from '#classify.ts';
import { likeThis } from '#similarity.ts';
import { hashText, type Token, tokensOf } from '#tokens.ts';

function learn(spam: readonly string[], good: readonly string[]) {
  const counts = new Map<Token, { spam: number; good: number }>();
  for (const [kind, texts] of Object.entries({ spam, good })) {
    for (const token of texts.flatMap((text) => tokensOf([text]))) {
      const count = counts.get(token) ?? { spam: 0, good: 0 };
      counts.set(token, count);
      count[kind as keyof Counts] += 1;
    }
  }
  const model = { learned: { spam: spam.length, good: good.length }, countsOf: (token: Token) => counts.get(token) };
  return (text: string) => classify(tokensOf([text]), model);
}

const spam = Array.from({ length: 20 }, (_, n) => `Cheap backlinks and SEO rank number ${n} for your website`);
const good = Array.from({ length: 20 }, (_, n) => `Could you send me a quote for ${n} chairs and a table?`);

describe('the classifier', () => {
  const judge = learn(spam, good);

  it('knows what it has learned', () => {
    expect(judge('We offer cheap backlinks for your website')).toBeGreaterThan(0.99);
    expect(judge('Could you send me a quote for a table?')).toBeLessThan(0.01);
  });

  it('is neutral about unknown tokens', () => {
    expect(judge('')).toBe(0.5);
    expect(judge('Zwölf Boxkämpfer jagen Viktor')).toBe(0.5);
  });

  it('stays within 0 and 1 for the longest texts', () => {
    for (const texts of [spam, good]) {
      const score = judge(texts.join(' ').repeat(50));
      expect(score >= 0 && score <= 1).toBe(true);
    }
  });

  it('waits for twenty marks of each kind', () => {
    expect([isTrained({ spam: 20, good: 20 }), isTrained({ spam: 19, good: 500 })]).toEqual([true, false]);
  });
});

describe('tokens', () => {
  it('are distinct numbers that a database keeps exactly', () => {
    const tokens = tokensOf(['The host www.shop.example and the other host', 'me@shop.example']);
    expect(tokens.every((token) => Number.isSafeInteger(token) && token >= 0)).toBe(true);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(tokens).toContain(tokensOf(['https://SHOP.example/x'])[0]);
  });

  it('of two words in a row depend on their order', () => {
    expect(new Set([...tokensOf(['red car']), ...tokensOf(['car red'])]).size).toBe(4);
  });

  it('are few even of a long text', () => {
    expect(tokensOf([Array.from({ length: 9_000 }, (_, n) => `word${n}`).join(' ')]).length).toBeLessThan(610);
  });

  it('rarely have the same hash', () => {
    expect(new Set(Array.from({ length: 100_000 }, (_, n) => hashText(`word ${n}`, 1))).size).toBe(100_000);
  });
});

describe('similar texts', () => {
  it('share half of their words, or the sender', () => {
    const isAlike = likeThis(['bot@spam.example', spam[0] ?? '']);
    expect(isAlike(['else@spam.example', spam[1] ?? ''])).toBe(true);
    expect(isAlike(['Bot@spam.example', 'Something else altogether'])).toBe(true);
    expect(isAlike(['ada@example.com', good[0] ?? ''])).toBe(false);
    expect(isAlike([])).toBe(false);
  });
});
