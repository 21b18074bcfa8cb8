import type { Labels } from '@inlet/contracts/labels';
import { Highlighted } from '#features/submissions/components/list/highlighted.tsx';

/** Longer texts are in a separate frame that scrolls. */
const longText = 1_000;

interface FieldListProps {
  readonly data: Readonly<Record<string, unknown>>;
  readonly labels?: Labels | undefined;
}

/** Fields as they were sent: only as text, each name and value in its own direction. */
export function FieldList({ data, labels }: FieldListProps) {
  const fields = Object.entries(data);
  if (fields.length === 0) return <p className="text-muted">No fields</p>;
  return (
    <dl className="grid gap-4">
      {fields.map(([name, value]) => (
        <div key={name} className="grid items-baseline gap-x-4 gap-y-0.5 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
          <dt className="text-small text-muted wrap-anywhere">
            <bdi title={labels?.has(name) ? name : undefined}>
              {labels?.get(name) ?? (name === '' ? 'No name' : name)}
            </bdi>
          </dt>
          <dd className="min-w-0">
            <FieldValue name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ name, value }: { name: string; value: unknown }) {
  const text = textOf(value);
  if (text === '') return <span className="text-small text-muted">Empty</span>;
  const shown = (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      <Highlighted text={text} />
    </p>
  );
  if (text.length <= longText) return shown;
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them
      tabIndex={0}
      className="max-h-64 overflow-y-auto"
    >
      {shown}
    </section>
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('\n');
  return JSON.stringify(value, null, 2) ?? '';
}
