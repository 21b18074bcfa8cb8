import { expect, it } from 'vitest';
import { matchAddress } from '#people/matcher.ts';

it.each(['mary-ann.o-brien@my-shop.example', "o'neil+shop@example.com", 'a.b/c=d{e}@[127.0.0.1]'])(
  'finds %s in a longer text, whatever signs it has',
  (address) => {
    const { isAddress, placesIn } = matchAddress(address);
    expect(isAddress(` ${address.toUpperCase()} `)).toBe(true);
    expect(placesIn(`Write to ${address.toUpperCase()}, please`)).toEqual([9]);
    expect(placesIn(`Write to x${address}`)).toEqual([]);
  },
);
