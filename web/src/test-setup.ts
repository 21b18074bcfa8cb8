import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

// Some elements are loaded on demand, and a busy machine needs more than the library's one second for it.
configure({ asyncUtilTimeout: 15_000 });

// A warning of React's is a mistake of ours: a test that provokes one fails, unless it expects and clears it.
let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  const { calls } = consoleError.mock;
  consoleError.mockRestore();
  globalThis.localStorage?.clear();
  expect(calls, 'console.error was called').toEqual([]);
});
