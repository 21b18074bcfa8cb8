interface ChartTableProps {
  readonly title: string;
  /** The column headings. The first column names the row; the others are numbers. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The numbers of a chart as a table. */
export function ChartTable({ title, columns, rows }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <section aria-label={`${title}, as a table`} tabIndex={0} className="max-h-80 overflow-auto">
      <table className="w-full text-small tabular-nums">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={cellClass}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...numbers]) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className={`${cellClass} font-normal wrap-anywhere`}>
                {name}
              </th>
              {numbers.map((number, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                <td key={index} className={cellClass}>
                  {number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellClass = 'px-2 py-1.5 text-right font-medium first:pl-0 first:text-left last:pr-0 [td&]:font-normal';
