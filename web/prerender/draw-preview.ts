import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { previewHeight, previewWidth } from './preview-size.ts';

const { resolve } = createRequire(import.meta.url);
const weights = [400, 600] as const;

const paper = '#faf9f6';
const ink = '#1a1c1b';
const muted = '#5b5d58';
const accent = '#0b6670';

/** The picture beside a link to the page: what it is called, and what it says. */
export async function drawPreview({ title, description }: { title: string; description: string }): Promise<Uint8Array> {
  const name = title.replace(/ · Inlet$/, '');
  const svg = await satori(card(name, description), {
    width: previewWidth,
    height: previewHeight,
    fonts: await loadFonts(),
  });
  return new Resvg(svg, { fitTo: { mode: 'original' } }).render().asPng();
}

function loadFonts() {
  return Promise.all(
    weights.map(async (weight) => ({
      name: 'Inter',
      weight,
      style: 'normal' as const,
      data: await readFile(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)),
    })),
  );
}

function card(title: string, text: string) {
  const tile = { position: 'relative', width: 56, height: 56, borderRadius: 14, backgroundColor: accent };
  const white = { position: 'absolute', backgroundColor: '#ffffff' };
  const mark = box(tile, [
    box({ ...white, left: 23.5, width: 9, height: 22 }),
    box({ ...white, top: 19, left: 15, width: 26, height: 26, borderRadius: 13 }),
  ]);
  return box(
    {
      boxSizing: 'border-box',
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: 80,
      backgroundColor: paper,
      borderBottom: `16px solid ${accent}`,
      color: ink,
      fontFamily: 'Inter',
    },
    [
      box({ alignItems: 'center' }, [mark, box({ marginLeft: 20, fontSize: 40, fontWeight: 600 }, 'Inlet')]),
      box({ flexDirection: 'column' }, [
        box({ fontSize: 68, fontWeight: 600, lineHeight: 1.15, letterSpacing: '-0.02em' }, title),
        box({ marginTop: 28, fontSize: 32, lineHeight: 1.45, color: muted }, text),
      ]),
    ],
  );
}

function box(style: Record<string, string | number>, children?: unknown) {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } };
}
