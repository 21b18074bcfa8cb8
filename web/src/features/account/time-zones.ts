/**
 * What can be chosen, in the order of the alphabet. The stored one is part of it, even where this browser does not know
 * it.
 */
export function timeZones(stored: string): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), stored])].sort();
}

/** `America/New York` */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
