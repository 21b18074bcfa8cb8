import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkMarkup } from '#budgets/check-markup.ts';

let dist: string;

beforeEach(async () => {
  dist = await createDisposableFolder();
  await write('index.html', page('<div id="root"></div>'));
  await write('pages/docs/spam.html', page('<p>Spam</p>'));
});

const page = (body: string, title = '<title>Inlet</title>') =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8" />\n${title}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;

async function write(file: string, text: string): Promise<void> {
  await mkdir(join(dist, dirname(file)), { recursive: true });
  await writeFile(join(dist, file), text);
}

describe('the documents of a build', () => {
  it('pass where their markup is that of HTML', async () => {
    expect(await checkMarkup(dist)).toEqual({ problems: [], passed: 2 });
  });

  it.each([
    ['a document without a title', 'index.html', page('<div id="root"></div>', ''), /<title>/],
    ['an id twice', 'pages/docs/spam.html', page('<p id="a">A</p><p id="a">B</p>'), /^pages\/docs\/spam\.html:8:\d+ /],
    ['two parts of one name', 'pages/index.html', page('<nav>1</nav><nav>2</nav>'), /Landmarks/],
    ['an element where none may be', 'pages/terms.html', page('<ul><p>A</p></ul>'), /not permitted/],
  ])('fail for %s, which is named with its place', async (_, file, text, problem) => {
    await write(file, text);
    const { problems } = await checkMarkup(dist);
    expect(problems[0]).toMatch(problem);
  });
});
