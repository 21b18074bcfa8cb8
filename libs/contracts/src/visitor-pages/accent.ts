const white = '#ffffff';
const black = '#000000';
/** WCAG AA for text. */
const contrastMin = 4.5;

/**
 * White if it is readable on a color such as `#0b6670`, otherwise black: one of the two always has a contrast of 4.5.
 */
export function inkOn(color: string): string {
  return contrast(white, color) >= contrastMin ? white : black;
}

/** The contrast of two colors by WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
