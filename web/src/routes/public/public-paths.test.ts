import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { publicPaths } from '#routes/public/public-paths.ts';
import { publicRoutes } from '#routes/public/public-routes.tsx';

it('the app knows every public page, and none that there is not', () => {
  const known = (path: string) => publicPaths.filter((pattern) => matchPath(pattern, path));
  for (const { path } of publicRoutes) expect([path, known(path)]).toEqual([path, [expect.any(String)]]);
  for (const pattern of publicPaths) {
    expect(publicRoutes.filter(({ path }) => matchPath(pattern, path)).length, pattern).toBeGreaterThan(0);
  }
});
