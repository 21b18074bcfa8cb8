import { expect, it } from 'vitest';
import { addresses, type RouteId } from '#api/addresses.ts';
import { catalogue } from '#api/catalogue.ts';
import type { Route } from '#api/route.ts';

it('takes a right to write for every change: only trials and a choice of the reader send something to read it', () => {
  const routes = Object.entries<Route>(catalogue);
  const reading = routes.filter(([id, { action }]) => {
    const isChange = !addresses[id as RouteId].startsWith('GET ');
    return isChange && action?.endsWith(':read') === true;
  });
  expect(reading.map(([id]) => id)).toEqual(['useWorkspace', 'suggestRules', 'tryRules', 'tryConditions']);
});
