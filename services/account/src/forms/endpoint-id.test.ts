import { endpointIdPattern } from '@inlet/contracts/form-directory';
import { expect, it } from 'vitest';
import { createEndpointId } from '#forms/endpoint-id.ts';

it('an endpoint id is 12 characters of base 36, of which each occurs at each position', () => {
  const ids = Array.from({ length: 3_000 }, createEndpointId);
  expect(ids.filter((id) => !endpointIdPattern.test(id))).toEqual([]);
  for (let index = 0; index < 12; index += 1) expect(new Set(ids.map((id) => id[index])).size).toBe(36);
  expect(new Set(ids).size).toBe(ids.length);
});
