import { readFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';

const icons = [
  { file: 'favicon-32.png', size: 32 },
  { file: 'apple-touch-icon.png', size: 180 },
  { file: 'icon-192.png', size: 192 },
  { file: 'icon-512.png', size: 512 },
] as const;

/** The mark as pictures, for clients without SVG. */
export async function drawIcons(drawing: string): Promise<{ file: string; png: Uint8Array }[]> {
  const svg = await readFile(drawing, 'utf8');
  return icons.map(({ file, size }) => ({
    file,
    png: new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng(),
  }));
}
