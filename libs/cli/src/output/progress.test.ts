import { expect, it } from 'vitest';
import { startProgress } from '#output/progress.ts';

function open(isTTY: boolean) {
  const written: string[] = [];
  const progress = startProgress({ isTTY, columns: 20, write: (text) => written.push(text) });
  return { progress, written };
}

it('shows a line of an installation that cannot write anywhere else', () => {
  const { progress, written } = open(true);
  progress.show('a\u001b[2J\nb\r0123456789abcdef');
  expect(written).toEqual(['\r\u001b[K', 'a\ufffd[2J b\ufffd0123456789a']);
});

it('shows nothing where no person looks', () => {
  const { progress, written } = open(false);
  progress.show('a');
  progress.end();
  expect(written).toEqual([]);
});
