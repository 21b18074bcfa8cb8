import { levelOf } from '#components/ui/meter-level.ts';

interface MeterProps {
  readonly label: string;
  /** Null if a script fills it in. */
  readonly percentage: number | null;
}

/** Shows how much of a limit is used: amber from 80 %, red at 100 %. */
export function Meter({ label, percentage }: MeterProps) {
  const shown = percentage === null ? null : Math.min(100, Math.max(0, percentage));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown ?? undefined}
      className="h-1.5 overflow-hidden rounded-full bg-hover"
    >
      <div
        data-level={shown === null ? undefined : levelOf(shown)}
        className="h-full rounded-full bg-accent data-[level=full]:bg-danger data-[level=warning]:bg-amber"
        style={shown === null ? undefined : { width: `${shown}%` }}
      />
    </div>
  );
}
