const units = ['bytes', 'kB', 'MB', 'GB'];

/** `812 bytes`, `1.2 kB`, `34.5 MB` */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}
