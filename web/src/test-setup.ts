import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

// Some elements are loaded on demand, and a busy machine needs more than the library's one second for this.
configure({ asyncUtilTimeout: 60_000 });

// A warning of React is our mistake: a test that causes one fails, unless it expects and clears the warning.
let consoleError: MockInstance<typeof console.error>;

// jsdom draws all frames with one timer. If a test's fake clock took that timer away, no later file would see a frame.
const { requestAnimationFrame: nextFrame, cancelAnimationFrame: cancelFrame } = globalThis;
let frame: number | undefined;
const keepDrawing = () => {
  frame = nextFrame?.(keepDrawing);
};

beforeEach(() => {
  keepDrawing();
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

// All files of a worker share one page, so each test leaves it unchanged.
afterEach(() => {
  vi.useRealTimers();
  if (frame !== undefined) cancelFrame(frame);
  vi.unstubAllGlobals();
  cleanup();
  globalThis.document?.body.replaceChildren();
  globalThis.localStorage?.clear();
  const { calls } = consoleError.mock;
  consoleError.mockRestore();
  expect(calls, 'console.error was called').toEqual([]);
});
