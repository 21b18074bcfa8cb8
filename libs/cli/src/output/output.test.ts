import { styleText } from 'node:util';
import { expect, it } from 'vitest';
import { createOutput } from '#output/output.ts';
import { startProgress } from '#output/progress.ts';

/** A screen that keeps what is written to it. */
function openScreen() {
  const written: string[] = [];
  const screen = { isTTY: true, columns: 80, write: (text: string) => void written.push(text) };
  return { screen, text: () => written.join('') };
}

const hostile = 'Contact\u001b[2J\u001b]0;title\u0007\r\u202egnp.exe\u009b1A';
const harmless = 'Contact\ufffd[2J\ufffd]0;title\ufffd\ufffd\ufffdgnp.exe\ufffd1A';

it('no text can rewrite the screen, whatever a command writes', async () => {
  const [out, errors] = [openScreen(), openScreen()];
  const output = createOutput({ isJson: false, stdout: out.screen, stderr: errors.screen });
  output.result(null, hostile);
  await output.line(null, hostile);
  output.note(hostile);
  expect([out.text(), errors.text()]).toEqual([`${harmless}\n${harmless}\n`, `${harmless}\n`]);
  const bar = openScreen();
  startProgress(bar.screen).show(hostile);
  expect(bar.text()).toBe(`\r\u001b[K${harmless}`);
});

it('colours stay', () => {
  const { screen, text } = openScreen();
  const styled = (['bold', 'red', 'green', 'yellow', 'cyan'] as const).map((style) =>
    styleText(style, 'a\tb', { validateStream: false }),
  );
  createOutput({ isJson: false, stdout: screen, stderr: screen }).result(null, styled.join('\n'));
  expect(text()).toBe(`${styled.join('\n')}\n`);
});
