import { afterEach, expect, it } from 'vitest';
import { applyTheme, readTheme } from '#lib/theme.ts';

afterEach(() => applyTheme('system'));

it('a chosen theme marks the page and is remembered', () => {
  applyTheme('dark');
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(readTheme()).toBe('dark');
});

it('the system theme leaves no mark', () => {
  applyTheme('dark');
  applyTheme('system');
  expect(document.documentElement).not.toHaveAttribute('data-theme');
  expect(readTheme()).toBe('system');
});

it('a remembered value that is no theme counts as the system theme', () => {
  localStorage.setItem('inlet-theme', 'sepia');
  expect(readTheme()).toBe('system');
});
