import { expect, it } from 'vitest';
import { matchAddress, matchAddresses } from '#people/matcher.ts';

it.each(['mary-ann.o-brien@my-shop.example', "o'neil+shop@example.com", 'a.b/c=d{e}@[127.0.0.1]'])(
  'finds %s in a longer text, whatever signs it has',
  (address) => {
    const { isAddress, positionsIn } = matchAddress(address);
    expect(isAddress(` ${address.toUpperCase()} `)).toBe(true);
    expect(positionsIn(`Write to ${address.toUpperCase()}, please`)).toEqual([9]);
    expect(positionsIn(`Write to x${address}`)).toEqual([]);
  },
);

const foundIn = (text: string) => {
  const found: string[] = [];
  const positions = matchAddresses((address) => found.push(address) > 0).positionsIn(text);
  return found.map((address, n) => `${positions[n]} ${address}`);
};

it('finds what may be an address around each @, and where', () => {
  expect(foundIn('Ask ADA@example.com, (bob.o+x@my-shop.example). Or e\u0301va@例.jp!')).toEqual([
    '4 ada@example.com',
    '22 bob.o+x@my-shop.example',
    '51 éva@例.jp',
  ]);
  expect(foundIn('@ a@ @b @@ a @b a@. a@-')).toEqual([]);
  expect(foundIn('a@b@c.d..')).toEqual(['0 a@b', '2 b@c.d']);
});

it('finds the longest address that an erasure can be of, and none within a longer word', () => {
  const longest = `${'a'.repeat(248)}@b.com`;
  expect(foundIn(`To ${longest} or x${longest}`)).toEqual([`3 ${longest}`, `261 x${longest}`]);
  expect(foundIn(`${'x'.repeat(300)}@b.com`)).toEqual([]);
});
