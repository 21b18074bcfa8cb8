export type MeterLevel = 'calm' | 'warning' | 'full';

/** From this share on, a limit is near. */
export const warningPercentage = 80;

export function levelOf(percentage: number): MeterLevel {
  if (percentage >= 100) return 'full';
  return percentage >= warningPercentage ? 'warning' : 'calm';
}
