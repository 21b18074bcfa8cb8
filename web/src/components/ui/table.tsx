import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/class-names.ts';

/** Cells stand in columns. On small screens a row becomes a block: its first cell above, the others beside each other. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return <table {...props} className={classNames('block w-full text-left text-small sm:table', className)} />;
}

export function TableHead({ columns }: { columns: readonly string[] }) {
  return (
    <thead className="sr-only sm:not-sr-only sm:table-header-group">
      <tr className="border-line border-b">
        {columns.map((column) => (
          <th key={column} scope="col" className="h-10 px-6 text-caption font-medium text-muted">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} className="block sm:table-row-group" />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      {...props}
      className={classNames(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3 transition-tint last:border-b-0 sm:table-row sm:p-0',
        className,
      )}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td {...props} className={classNames('min-w-0 first:col-span-2 sm:h-12 sm:px-6', className)} />;
}
