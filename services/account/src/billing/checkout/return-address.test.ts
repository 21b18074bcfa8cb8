import { expect, it } from 'vitest';
import { returnAddress } from '#billing/checkout/return-address.ts';

const home = 'https://inlet.example';

it.each([
  ['https://inlet.example/payment/success?success=true', 'https://inlet.example/payment/success?success=true'],
  ['HTTPS://Inlet.example:443', 'https://inlet.example/'],
  ['https://inlet.example\\@evil.example/', 'https://inlet.example/@evil.example/'],
  ['https://inlet.example/?id={CHECKOUT_SESSION_ID}', 'https://inlet.example/?id={CHECKOUT_SESSION_ID}'],
])('the way back %s is handed on as %s', (address, handedOn) => {
  expect(returnAddress(address, home)).toBe(handedOn);
});

it.each(['https://evil.example/', 'http://inlet.example/', 'https://inlet.example@evil.example/'])(
  'no way back leads to %s',
  (address) => {
    expect(() => returnAddress(address, home)).toThrow(expect.objectContaining({ status: 400 }));
  },
);
