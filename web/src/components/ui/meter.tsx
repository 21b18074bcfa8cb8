import { classNames } from '#components/ui/class-names.ts';

type MeterLevel = 'calm' | 'warning' | 'full';

const levelClasses: Record<MeterLevel, string> = { calm: 'bg-accent', warning: 'bg-amber', full: 'bg-danger' };

/** From this share on a limit is near. */
export const warningPercentage = 80;

/** How much of a limit is used: amber from 80 %, red at 100 %. */
export function Meter({ label, percentage }: { label: string; percentage: number }) {
  const shown = Math.min(100, Math.max(0, percentage));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      className="h-1.5 overflow-hidden rounded-full bg-hover"
    >
      <div
        data-level={levelOf(shown)}
        className={classNames('h-full rounded-full', levelClasses[levelOf(shown)])}
        style={{ width: `${shown}%` }}
      />
    </div>
  );
}

function levelOf(percentage: number): MeterLevel {
  if (percentage >= 100) return 'full';
  return percentage >= warningPercentage ? 'warning' : 'calm';
}
