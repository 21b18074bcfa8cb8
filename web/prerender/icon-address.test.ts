import { expect, it } from 'vitest';
import { iconAddress } from './icon-address.ts';

it('the address of an icon is the icon, without the space between its parts and safe in an attribute', async () => {
  const address = iconAddress('<svg>\n  <title>In let</title>\n  <path d="M0 0"/>\n</svg>\n');
  expect(address).not.toMatch(/["<>&\s]/);
  const answer = await fetch(address);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(await answer.text()).toBe('<svg><title>In let</title><path d="M0 0"/></svg>');
});
