// The part of subset-font that is used here; the package brings no types.
declare module 'subset-font' {
  type Axis = number | { min: number; max: number };
  type Options = { targetFormat: 'truetype' | 'woff2'; variationAxes: Record<string, Axis>; keepFeatures?: string[] };
  function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>;
  export = subsetFont;
}
