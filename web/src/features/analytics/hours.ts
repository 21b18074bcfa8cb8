export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** `12 AM`, `3 PM` */
export function hourName(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The hour of the week with the most submissions, as in `Tue, 2 PM`; null without submissions. */
export function busiestHour(week: readonly (readonly number[])[]): string | null {
  const highest = Math.max(...week.flat());
  if (highest === 0) return null;
  const day = week.findIndex((hours) => hours.includes(highest));
  return `${weekdays[day]}, ${hourName(week[day]?.indexOf(highest) ?? 0)}`;
}
