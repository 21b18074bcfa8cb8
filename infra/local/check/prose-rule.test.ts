import { expect, it } from 'vitest';
import { judgeProse } from '#check/prose-rule.ts';

const judged = (...lines: string[]) => judgeProse('a.ts', lines.join('\n'));

it.each([
  ['// Of all forms the newest.', 'Of'],
  ['/** Who has signed in. */', 'Who'],
  ['/** Whose session this is. */', 'Whose'],
  ['  // Those that wait are told.', 'Those'],
  ['/** One that is idle. */', 'One that'],
  ['/** So many rows at most. */', 'So many'],
])('refuses a comment without a subject, with a better opening: %s', (line, found) => {
  expect(judged('const a = 1;', line)).toEqual([expect.stringMatching(`^a\\.ts:2 begins a comment with "${found}": `)]);
  expect(judged('/**', ` * ${line.replace(/^\s*\/[/*]+ | \*\/$/g, '')}`, ' */')).toHaveLength(1);
});

it('takes a comment with a subject, and a line that goes on', () => {
  expect(judged('// The newest form', '// Of all forms this is the newest.', '/** Office hours. */')).toEqual([]);
  expect(judged('/**', ' * The newest form', ' * Of all forms.', ' */')).toEqual([]);
});

it.each(['openBell', 'patienceMs', 'const Bell', 'PATIENCE'])('refuses a private word in a name: %s', (code) => {
  expect(judged(code)).toEqual([expect.stringMatching(/^a\.ts:1 names something \w+: use /)]);
});

it('takes the icons of the web app', () => {
  expect(judgeProse('web/src/a.tsx', "import { Bell } from 'lucide-react';")).toEqual([]);
});

it('reads names alone, and not texts or comments', () => {
  expect(
    judged("const label = 'Bell';", '// patience', 'const labelled = by;', '<Icon aria-labelledby={id} />'),
  ).toEqual([]);
});
