import { expect, it } from 'vitest';
import { findMentioned } from '#inbox/work/find-mentioned.ts';

const people = ['ada@example.com', 'bob+work@example.com', 'da@example.com', 'Eve@Example.com'].map((email) => ({
  email,
}));
const mentioned = (note: string | null) => findMentioned(note, people).map(({ email }) => email);

it.each([
  ['@ada@example.com', ['ada@example.com']],
  ['Please look, @ada@example.com.', ['ada@example.com']],
  ['(@ADA@EXAMPLE.COM)\n@bob+work@example.com, thanks', ['ada@example.com', 'bob+work@example.com']],
  ['@ada@example.com.au and then @ada@example.com!', ['ada@example.com']],
  ['@eve@example.com', ['Eve@Example.com']],
])('finds who is mentioned in %j', (note, found) => {
  expect(mentioned(note)).toEqual(found);
});

it.each([
  null,
  '',
  'ada@example.com',
  '@ada@example.com.au',
  '@ada@example.community',
  '@ada@example.com@example.org',
  'x@ada@example.com',
  '@lada@example.com',
  '@ada',
])('finds nobody in %j', (note) => {
  expect(mentioned(note)).toEqual([]);
});
