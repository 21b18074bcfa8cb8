/**
 * An address that holds the icon itself. Browsers ask for an icon before the page is painted, and an answer's headers
 * are four times as long as the drawing.
 */
export function iconAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg.replaceAll(/>\s+</g, '><').trim())}`;
}
