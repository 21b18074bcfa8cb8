import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#config/config.ts';

/**
 * The number of items in each section of ASVS 5.0.0 at the levels 1 and 2, without the chapter on WebRTC.
 */
const items =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 ' +
  '4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 ' +
  '7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.5:5 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 ' +
  '13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3';
/** The sections about resource and authorization servers and about consent; Inlet is a client alone. */
const otherSections = ['10.3', '10.4', '10.6', '10.7'];

function listItems(): string[] {
  const listed = items.split(' ').flatMap((section) => {
    const [chapter, count] = section.split(':');
    return Array.from({ length: Number(count) }, (_, n) => `${chapter}.${n + 1}`);
  });
  return [...listed, ...otherSections];
}

const read = (page: string) => readFileSync(join(projectRoot, page), 'utf8');

it('says of each item of ASVS what is there, once, and what shows it where it says that it is met', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.flatMap(([, ids = '']) => ids.split(', ')).toSorted()).toEqual(listItems().toSorted());
  for (const [, ids, state = '', what] of rows) {
    expect([ids, ['met', 'part', 'no', 'operator', '–'].includes(state), what !== '']).toEqual([ids, true, true]);
  }
});

it.each(['docs/security.md', 'docs/guarantees.md', 'docs/dependencies.md'])('%s names files that are there', (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\((?!https?:|\/|#)([^)#]+)|^\[[\w-]+\]: (\S+)/gm)].map(([, a, b]) => a ?? b ?? '');
  expect(links.length).toBeGreaterThan(1);
  expect(links.filter((link) => !existsSync(join(projectRoot, dirname(page), link)))).toEqual([]);
  const used = new Set([...text.matchAll(/\[([a-z][\w-]+)\](?![(:])/g)].map(([, name]) => name));
  const defined = new Set([...text.matchAll(/^\[([\w-]+)\]: /gm)].map(([, name]) => name));
  expect(used).toEqual(defined);
});
