import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { copyFeedbackMs } from '#lib/clipboard.ts';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
});

it('copies its text and shows a check for two seconds', async () => {
  render(<CopyButton text="https://example.com/f/abc" label="Copy the URL" />);
  await press('Copy the URL');
  expect(writeText).toHaveBeenCalledExactlyOnceWith('https://example.com/f/abc');
  expect(screen.getByRole('status')).toHaveTextContent('Copied to the clipboard');
  await pass(1_999);
  expect(screen.getByRole('button')).toHaveAccessibleName('Copied');
  await pass(1);
  expect(screen.getByRole('button')).toHaveAccessibleName('Copy the URL');
});

it('starts the two seconds again when pressed again', async () => {
  render(<CopyButton text="x" label="Copy the URL" />);
  await press('Copy the URL');
  await pass(copyFeedbackMs - 500);
  await press('Copied');
  await pass(copyFeedbackMs - 500);
  expect(screen.getByRole('button')).toHaveAccessibleName('Copied');
  await pass(500);
  expect(screen.getByRole('button')).toHaveAccessibleName('Copy the URL');
});

it('says so when the browser refuses', async () => {
  writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  render(<CopyButton text="x" label="Copy the URL" />);
  await press('Copy the URL');
  expect(screen.getByRole('status')).toHaveTextContent('Copying is not allowed here');
});

async function press(name: string) {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
}

async function pass(durationMs: number) {
  await act(() => vi.advanceTimersByTimeAsync(durationMs));
}
