import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import subsetFont from 'subset-font';
import { previewHeight, previewWidth } from './preview-size.ts';

interface TextStyle {
  readonly size: number;
  readonly weight: 400 | 600;
  readonly lineHeight: number;
  readonly letterSpacing: number;
  readonly color: string;
}

const paper = '#faf9f6';
const ink = '#1a1c1b';
const accent = '#0b6670';
const heading: TextStyle = { size: 68, weight: 600, lineHeight: 78, letterSpacing: -1.36, color: ink };
const body: TextStyle = { size: 32, weight: 400, lineHeight: 46, letterSpacing: 0, color: '#5b5d58' };
const padding = 80;
const bar = 16;
/** Between the title and the text. */
const gap = 28;

/** The letters of Western languages and the usual punctuation: the content of the font's file. */
const letters = String.fromCodePoint(...Array.from({ length: 0x2100 }, (_, code) => code));
const font = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
let fonts: Promise<Buffer[]> | undefined;

/** The preview picture of a page, with its title and description. */
export async function drawPreview({ title, description }: { title: string; description: string }): Promise<Uint8Array> {
  // The renderer reads fonts from files alone.
  const folder = await mkdtemp(join(tmpdir(), 'inlet-preview-'));
  try {
    fonts ??= loadFonts();
    const fontFiles = (await fonts).map((_, index) => join(folder, `${index}.ttf`));
    await Promise.all((await fonts).map((data, index) => writeFile(fontFiles[index] as string, data)));
    return drawCard(title.replace(/ · Inlet$/, ''), description, fontFiles);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function drawCard(title: string, description: string, fontFiles: string[]): Uint8Array {
  const draw = (content: string) => new Resvg(svg(content), { font: { fontFiles, loadSystemFonts: false } });
  const widthOf = (line: string, style: TextStyle) => draw(text(line, style, 0, 0)).getBBox()?.width ?? 0;
  const titleLines = wrap(title, (line) => widthOf(line, heading));
  const lines = wrap(description, (line) => widthOf(line, body));

  const descriptionTop = previewHeight - bar - padding - lines.length * body.lineHeight;
  const titleTop = descriptionTop - gap - titleLines.length * heading.lineHeight;
  return draw(
    `<rect width="100%" height="100%" fill="${paper}"/>
    <rect y="${previewHeight - bar}" width="100%" height="${bar}" fill="${accent}"/>
    <g transform="translate(${padding} ${padding})">
      <rect width="56" height="56" rx="14" fill="${accent}"/>
      <path d="M23.5 0h9v22h-9z" fill="#fff"/>
      <circle cx="28" cy="32" r="13" fill="#fff"/>
    </g>
    ${text('Inlet', { ...heading, size: 40, letterSpacing: 0 }, 156, 122)}
    ${paragraph(titleLines, heading, titleTop)}
    ${paragraph(lines, body, descriptionTop)}`,
  )
    .render()
    .asPng();
}

async function loadFonts(): Promise<Buffer[]> {
  const variable = await readFile(font);
  const inWeight = ({ weight }: TextStyle) =>
    subsetFont(variable, letters, { targetFormat: 'truetype', variationAxes: { wght: weight } });
  return Promise.all([heading, body].map(inWeight));
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${previewWidth}" height="${previewHeight}">${content}</svg>`;
}

function paragraph(lines: readonly string[], style: TextStyle, top: number): string {
  // As a browser does with this font's ascent of 0.969 and descent of 0.241.
  const baseline = style.lineHeight / 2 + style.size * 0.364;
  return lines.map((line, row) => text(line, style, padding, top + row * style.lineHeight + baseline)).join('');
}

function text(content: string, { size, weight, letterSpacing, color }: TextStyle, x: number, y: number): string {
  const escaped = content.replace(/[&<]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return `<text x="${x}" y="${y}" font-family="Inter Variable" font-size="${size}" font-weight="${weight}" letter-spacing="${letterSpacing}" fill="${color}">${escaped}</text>`;
}

function wrap(words: string, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && widthOf(longer) > previewWidth - 2 * padding) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
