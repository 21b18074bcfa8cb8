import { Link } from 'react-router-dom';
import { PresetIcon } from '#features/integrations/components/target/preset-icon.tsx';
import { offers } from '#features/integrations/offers.ts';

/** The services to choose from; each has its own address. */
export function PresetPicker({ base }: { base: string }) {
  return (
    <ul aria-label="Services" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {offers.map(({ key, title, summary }) => (
        <li key={key}>
          <Link
            to={`${base}/${key}`}
            className="flex h-full items-center gap-3 rounded-large border border-line bg-surface p-4 shadow-raised transition-tint hover:border-line-strong hover:bg-hover"
          >
            <PresetIcon kind={key} />
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span className="block text-small text-muted">{summary}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
