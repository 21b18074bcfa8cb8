/** The time of day on the reader's clock, such as 14:05:12. */
export function clock(time: Date): string {
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
