import { formatNumber } from '@inlet/contracts/counts';
import { type DayOrder, dayOrders } from '@inlet/import/mapping';
import { useId } from 'react';
import { inputClass } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Choices, type DateReading, readDates } from '#features/imports/column-choices.ts';
import type { Chosen } from '#features/imports/use-importer.ts';
import { formatMoment, timeZones, zoneName } from '#lib/dates.ts';

interface DateFieldsProps {
  readonly chosen: Chosen;
  readonly onChange: (part: Partial<Pick<Choices, 'dayOrder' | 'timeZone'>>) => void;
}

/** How the dates are read: their order and time zone, if the dates leave these open. */
export function DateFields({ chosen: { opened, choices }, onChange }: DateFieldsProps) {
  const id = useId();
  const reading = readDates(choices, opened);
  if (!reading) {
    return (
      <Section
        title="Date"
        intro="No column is the date, so every submission gets the time of the import. If the file has the dates, choose their column as Date."
      />
    );
  }
  return (
    <Section title="Date">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {reading.first && (
          <p className="text-small wrap-anywhere sm:col-span-2">
            <bdi className="text-muted">{reading.first.text}</bdi>
            <span className="text-muted"> is read as </span>
            {reading.first.iso === null ? 'no date' : formatMoment(reading.first.iso)}
          </p>
        )}
        {reading.needsDayOrder && (
          <Choose
            id={`${id}-order`}
            label="Order"
            value={choices.dayOrder}
            options={dayOrders.map((order) => [order, order === 'day first' ? 'Day, then month' : 'Month, then day'])}
            onChange={(order) => onChange({ dayOrder: order as DayOrder })}
          />
        )}
        {reading.needsTimeZone && (
          <Choose
            id={`${id}-zone`}
            label="Time zone of the file"
            value={choices.timeZone}
            options={timeZones(choices.timeZone).map((zone) => [zone, zoneName(zone)])}
            onChange={(timeZone) => onChange({ timeZone })}
          />
        )}
        {reading.unreadable > 0 && (
          <div className="sm:col-span-2">
            <Notice tone="warning">{unreadableWords(reading)}</Notice>
          </div>
        )}
      </div>
    </Section>
  );
}

interface ChooseProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

function Choose({ id, label, value, options, onChange }: ChooseProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-small font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} min-h-11 sm:min-h-10`}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function unreadableWords({ unreadable, rows, column }: DateReading): string {
  const some = `${formatNumber(unreadable)} of the first ${formatNumber(rows)} rows`;
  const all = rows === 1 ? 'The only row has' : `All of the first ${formatNumber(rows)} rows have`;
  const subject = unreadable === rows ? all : `${some} ${unreadable === 1 ? 'has' : 'have'}`;
  return `${subject} no date in “${column}” that can be read. Such rows are refused.`;
}
