// @vitest-environment node
import { Resvg } from '@resvg/resvg-js';
import { expect, it } from 'vitest';
import { drawPreview } from './draw-preview.ts';
import { previewHeight, previewWidth } from './preview-size.ts';

/** The picture's padding is 80 pixels; its lower edge has a bar of 16. */
const clearPixels = 60;
const barTop = previewHeight - 16;
const paper = [250, 249, 246];

const description =
  'Point a form of any website at Inlet and read its submissions in a dashboard. No server to write, no script to ' +
  'load, no submission lost.';

it('a preview keeps its words and its mark away from its edges, at any length', async () => {
  const png = await drawPreview({ title: 'Inlet: a backend for your website’s forms', description });
  const pixels = readPixels(png);
  const isEdge = (x: number, y: number) =>
    x < clearPixels || x >= previewWidth - clearPixels || y < clearPixels || y >= barTop - clearPixels;
  const strays: string[] = [];
  for (let y = 0; y < barTop; y += 1) {
    for (let x = 0; x < previewWidth; x += 1) {
      const start = (y * previewWidth + x) * 4;
      if (isEdge(x, y) && paper.some((value, index) => pixels[start + index] !== value)) strays.push(`${x},${y}`);
    }
  }
  expect(strays.slice(0, 3)).toEqual([]);
});

function readPixels(png: Uint8Array): Uint8Array {
  const size = `width="${previewWidth}" height="${previewHeight}"`;
  const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><image href="${href}" ${size}/></svg>`).render()
    .pixels;
}
