import { expect, it } from 'vitest';
import { endpointPath } from '#features/forms/endpoint.ts';

it('the path of an endpoint leaves out the host', () => {
  expect(endpointPath('https://forms.example.net/api/forms/k3v9x0q2m7ab')).toBe('/api/forms/k3v9x0q2m7ab');
});
