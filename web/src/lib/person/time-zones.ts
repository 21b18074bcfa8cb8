/**
 * The time zones to choose from, in alphabetical order. The stored zone is included even if this browser does not know
 * it.
 */
export function timeZones(stored: string): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), stored])].sort();
}

/** `America/New York` */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
