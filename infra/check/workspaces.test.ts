import { describe, expect, it } from 'vitest';
import { lookUp, parseWorkspace } from './workspaces.ts';

describe('lookUp', () => {
  const map = { '#*': './src/*', '#generated/*': './made/*', '#one.ts': './first.ts', '#*.css': './styles/*.css' };

  it.each([
    ['#a.ts', './src/a.ts'],
    ['#deep/er/a.ts', './src/deep/er/a.ts'],
    ['#generated/a.ts', './made/a.ts'],
    ['#one.ts', './first.ts'],
    ['#$&.ts', './src/$&.ts'],
    ['#', null],
    ['other', null],
  ])('leads %j to %j', (key, target) => {
    expect(lookUp(map, key)).toBe(target);
  });
});

describe('parseWorkspace', () => {
  it('reads the room, the maps and what is declared', () => {
    const text = JSON.stringify({
      name: '@inlet/db',
      imports: { '#*': './src/*' },
      exports: { './a': './src/a.ts', './b': { browser: './b.ts' } },
      dependencies: { pg: '1' },
      optionalDependencies: { fast: '1' },
      devDependencies: { prisma: '1' },
    });
    expect(parseWorkspace('libs/db/package.json', text)).toEqual({
      room: 'libs/db',
      name: '@inlet/db',
      imports: { '#*': './src/*' },
      exports: { './a': './src/a.ts' },
      dependencies: new Set(['pg', 'fast']),
      devDependencies: new Set(['prisma']),
    });
  });

  it('calls the root by an empty name', () => {
    expect(parseWorkspace('package.json', '{}').room).toBe('');
  });
});
