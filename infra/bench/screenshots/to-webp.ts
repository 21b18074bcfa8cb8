import type { Page } from '@playwright/test';

const quality = 0.84;

/** Chromium makes the small picture that no package here can. Our own pages forbid `data:`, so a blank one does it. */
export async function toWebp(page: Page, png: Buffer, width: number): Promise<Buffer> {
  const blank = await page.context().newPage();
  try {
    const encoded: string = await blank.evaluate(drawing(png.toString('base64'), width));
    return Buffer.from(encoded, 'base64');
  } finally {
    await blank.close();
  }
}

// As text, because it runs in the browser, whose names are not known here.
function drawing(source: string, width: number): string {
  return `(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${source}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = ${width};
    canvas.height = Math.round((image.height * canvas.width) / image.width);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/webp', ${quality}).replace(/^.*,/, '');
  })()`;
}
