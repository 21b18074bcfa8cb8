import type { Bar } from '#components/charts/bar-chart.tsx';
import { formatCalendarDay } from '#lib/dates.ts';

interface DayCount {
  readonly date: string;
  readonly count: number;
}

/** With more bars than this, each would be too thin to point at. */
const barsMax = 120;

/** Returns a bar for each day, or for each week of a long period. */
export function barsOf(days: readonly DayCount[]): Bar[] {
  if (days.length <= barsMax) return days.map(({ date, count }) => ({ label: formatCalendarDay(date), count }));
  const bars: Bar[] = [];
  // The last week is complete, so that the latest bar is not short only for lack of days.
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    const count = week.reduce((sum, day) => sum + day.count, 0);
    bars.unshift({ label: `Week of ${formatCalendarDay(week[0]?.date ?? '')}`, count });
  }
  return bars;
}
