import { isRefused } from '@inlet/import/file-shape';
import { mapRow } from '@inlet/import/to-lines';
import { Section } from '#components/ui/section.tsx';
import { mappingOf } from '#features/imports/column-choices.ts';
import type { Chosen } from '#features/imports/use-importer.ts';
import { formatMoment } from '#lib/dates.ts';

/** The first row as the submission that it becomes. */
export function RowPreview({ chosen: { opened, choices } }: { chosen: Chosen }) {
  const [row] = opened.rows;
  if (!row) return null;
  const mapped = mapRow(row, mappingOf(choices));
  if (isRefused(mapped)) return <Section title="First submission" intro={`Refused. ${mapped.message}.`} />;
  const { createdAt, origin, data } = mapped;
  const entries = [
    ['Received', createdAt === undefined ? 'At the time of the import' : formatMoment(createdAt)],
    ...(origin === undefined ? [] : [['Origin', origin]]),
  ] as const;
  return (
    <Section title="First submission">
      <dl className="grid gap-3 text-small">
        {entries.map(([name, value]) => (
          <Entry key={name} name={name ?? ''} value={value ?? ''} />
        ))}
        {Object.entries(data).map(([name, value]) => (
          <Entry key={`field ${name}`} name={name} value={typeof value === 'string' ? value : JSON.stringify(value)} />
        ))}
      </dl>
    </Section>
  );
}

function Entry({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted wrap-anywhere">
        <bdi>{name}</bdi>
      </dt>
      <dd className="line-clamp-3 wrap-anywhere">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
