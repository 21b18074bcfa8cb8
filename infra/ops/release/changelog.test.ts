import { expect, it } from 'vitest';
import { datedChangelog, newestVersion, notesOf } from '#release/changelog.ts';

const before = `# Changelog

## [Unreleased]

- New: [how](docs/how.md), [where](https://example.com/), [above](#changelog)

## [0.1.0] - 2026-01-02

- First
`;
const after = datedChangelog(before, '0.2.0', '2026-03-04');

it('dates the newest section and leaves the others', () => {
  expect(after).toBe(before.replace('[Unreleased]', '[0.2.0] - 2026-03-04'));
  const first = '## [0.1.0] - unreleased\n';
  expect(datedChangelog(first, '0.1.0', '2026-01-02')).toBe('## [0.1.0] - 2026-01-02\n');
});

it('refuses a release of nothing', () => {
  expect(() => datedChangelog(after, '0.3.0', '2026-05-06')).toThrow(
    'CHANGELOG.md has nothing unreleased: its newest section is [0.2.0] - 2026-03-04',
  );
  expect(() => datedChangelog('# Changelog\n', '0.3.0', '2026-05-06')).toThrow('CHANGELOG.md has no section');
});

it('finds the newest version with a number', () => {
  expect([before, after, '## [0.1.0] - unreleased\n', ''].map(newestVersion)).toEqual([
    '0.1.0',
    '0.2.0',
    '0.1.0',
    undefined,
  ]);
});

it('gives the notes of one release, with links that lead to its files', () => {
  expect(notesOf(after, '0.2.0', 'https://example.com/tree')).toBe(
    '- New: [how](https://example.com/tree/docs/how.md), [where](https://example.com/), [above](#changelog)\n',
  );
  expect(notesOf(after, '0.1.0', '.')).toBe('- First\n');
  expect(() => notesOf('## [0.1.0] - unreleased\n', '0.1.0', '.')).toThrow('has no dated section for 0.1.0');
  expect(() => notesOf(after, '0.3.0', '.')).toThrow('has no dated section for 0.3.0');
});
