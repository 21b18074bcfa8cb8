import Search from 'virtual:lucide/search';
import { expect, it } from 'vitest';
import { findCommands, type KnownCommand } from '#routes/app/commands/find-commands.ts';

const command = (label: string, more: Partial<KnownCommand> = {}): KnownCommand => ({
  id: label,
  group: 'All',
  icon: Search,
  label,
  run: () => undefined,
  ...more,
});
const found = (commands: readonly KnownCommand[], text: string) =>
  findCommands(commands, text).map(({ label }) => label);

it('finds each typed word in any order, also as the beginning of one, and whatever its accents and case', () => {
  const commands = [command('Café: Settings'), command('Café'), command('Contact: Settings')];
  expect(found(commands, 'SETT cafe')).toEqual(['Café: Settings']);
  expect(found(commands, ' cafe ')).toEqual(['Café: Settings', 'Café']);
  expect(found(commands, 'nothing')).toEqual([]);
});

it('finds a command by other words for it', () => {
  expect(found([command('Sign out', { words: 'log out' }), command('Account')], 'log')).toEqual(['Sign out']);
});

it('offers the usual ones before anything is typed, and what uses the text for any text', () => {
  const commands = [command('Dashboard', { isUsual: true }), command('Search for it', { isForAnyText: true })];
  expect(found(commands, ' ')).toEqual(['Dashboard']);
  expect(found(commands, 'invoice')).toEqual(['Search for it']);
});

it('lists no more than can be read, and the search is among them', () => {
  const forms = Array.from({ length: 2_000 }, (_, index) => command(`Form ${index}`));
  const labels = found([...forms, command('Search for it', { isForAnyText: true })], 'form');
  expect(labels).toHaveLength(40);
  expect(labels.slice(0, 2)).toEqual(['Form 0', 'Form 1']);
  expect(labels.at(-1)).toBe('Search for it');
});
