import { describe, expect, it } from 'vitest';
import { compileBlockList } from '#block-list.ts';

const finds = (entry: string, ...texts: string[]) => compileBlockList([entry])(texts);

describe('a block list', () => {
  it.each([
    ['casino', 'The best CASINO!'],
    ['casino', 'casino-bonus'],
    ['casino', 'ｃａｓｉｎｏ'],
    ['cheap pills', 'buy Cheap\n pills now'],
    ['größe', 'GRÖSSE Größe'],
    ['bob@shop.example', 'From Bob@Shop.example.'],
    ['shop.example', 'bob@shop.example'],
    ['shop.example', 'bob@mail.shop.example'],
    ['shop.example', 'See https://www.shop.example/x?y'],
    ['shop.example', 'Visit shop.example.'],
  ])('finds %j in %j', (entry, text) => {
    expect(finds(entry, 'Hello', text)).toBe(true);
  });

  it.each([
    ['bet', 'better'],
    ['bet', 'alphabet'],
    ['bob@shop.example', 'jim-bob@shop.example'],
    ['bob@shop.example', 'bob@shop.example.org'],
    ['shop.example', 'myshop.example'],
    ['shop.example', 'my-shop.example'],
    ['shop.example', 'shop.example.org'],
    ['shop.example', 'shop.examples'],
  ])('does not find %j in %j', (entry, text) => {
    expect(finds(entry, text)).toBe(false);
  });

  it('does not join two fields to a word', () => {
    expect(finds('ab', 'a', 'b')).toBe(false);
  });
});
