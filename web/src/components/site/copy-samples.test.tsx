import { act, fireEvent, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { CopySample } from '#components/site/copy-sample.tsx';
import { copySamples } from '#components/site/copy-samples.ts';
import { copyFeedbackMs } from '#lib/clipboard.ts';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const page = document.createElement('main');
  document.body.append(page);
  copySamples(page);
  page.innerHTML = renderToStaticMarkup(
    <>
      <figure data-sample aria-label="first">
        <CopySample label="Copy" />
        <pre>{'<form>\n'}</pre>
      </figure>
      <figure data-sample aria-label="second">
        <CopySample label="Copy" />
        <pre>curl</pre>
      </figure>
    </>,
  );
});

it('copies the sample that the button belongs to, and shows a check for two seconds after the last press', async () => {
  await press('first');
  expect(writeText).toHaveBeenCalledExactlyOnceWith('<form>');
  expect(partOf('first').getByRole('status')).toHaveTextContent('Copied to the clipboard');
  expect(partOf('second').getByRole('button')).toHaveAccessibleName('Copy');
  await pass(copyFeedbackMs - 500);
  await press('first');
  await pass(copyFeedbackMs - 1);
  expect(partOf('first').getByRole('button')).toHaveAccessibleName('Copied');
  await pass(1);
  expect(partOf('first').getByRole('button')).toHaveAccessibleName('Copy');
  expect(partOf('first').getByRole('status')).toBeEmptyDOMElement();
});

it('says so when the browser refuses', async () => {
  writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await press('second');
  expect(partOf('second').getByRole('status')).toHaveTextContent('Copying is not allowed here');
  expect(partOf('second').getByRole('button')).toHaveAccessibleName('Copy');
});

function partOf(name: string) {
  return within(screen.getByRole('figure', { name }));
}

async function press(name: string) {
  await act(async () => {
    fireEvent.click(partOf(name).getByRole('button'));
  });
}

async function pass(durationMs: number) {
  await act(() => vi.advanceTimersByTimeAsync(durationMs));
}
