import { type ReactNode, useId, useState } from 'react';
import { ChartTable } from '#components/charts/chart-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';

interface ChartCardProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** The columns of the chart's table. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly children: ReactNode;
}

/** A chart, and the same numbers as a table. */
export function ChartCard({ title, intro, columns, rows, children }: ChartCardProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card className="h-full p-4 sm:p-5">
        <header className="mb-3 flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h2 id={id} className="text-heading font-semibold">
              {title}
            </h2>
            {intro && <p className="mt-0.5 text-small text-muted">{intro}</p>}
          </div>
          <Button
            variant="quiet"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
            className="-mt-2 -mr-3 aria-pressed:bg-hover aria-pressed:text-ink sm:-mt-1.5"
          >
            Show as table
          </Button>
        </header>
        {isTable ? <ChartTable title={title} columns={columns} rows={rows} /> : children}
      </Card>
    </section>
  );
}
