/** The value at the pointer, above a chart. People without a pointer use the table. */
export function ChartTip({ at, children }: { at: number; children: string }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-0 -translate-x-1/2 rounded-small bg-ink px-2 py-1 text-caption whitespace-nowrap text-canvas tabular-nums"
      style={{ left: `clamp(4.5rem, ${at * 100}%, calc(100% - 4.5rem))` }}
    >
      {children}
    </span>
  );
}
