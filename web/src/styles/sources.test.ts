import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each(['app.css', 'public.css'])('%s takes its classes from files that are there', (name) => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  const sources = [...text.matchAll(/^@source (?:not )?"([^"]+)";$/gm)].map(([, path = '']) => path);
  expect(sources.length).toBeGreaterThan(4);
  expect(sources.filter((path) => globSync(path, { cwd: import.meta.dirname }).length === 0)).toEqual([]);
});
