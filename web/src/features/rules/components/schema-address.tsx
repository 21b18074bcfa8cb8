import type { Rules } from '@inlet/contracts/rules';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Section } from '#components/ui/section.tsx';

interface SchemaAddressProps {
  readonly endpointUrl: string;
  readonly saved: Rules;
}

/** The address of the published rules; they are published once there are any. */
export function SchemaAddress({ endpointUrl, saved: { mode, fields } }: SchemaAddressProps) {
  const address = `${endpointUrl}/schema`;
  const isPublished = mode !== 'off' || fields.length > 0;
  return (
    <Section title="JSON Schema" intro="Everybody can read the saved rules there, for checks in your own code.">
      {isPublished ? (
        <div className="flex items-center rounded-medium border border-line bg-sunken p-0.5">
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            title={address}
            className="min-w-0 grow truncate rounded-small px-3 py-2 font-mono text-caption text-accent hover:underline"
          >
            {address}
          </a>
          <CopyButton text={address} label="Copy the address of the schema" />
        </div>
      ) : (
        <p className="text-small text-muted">It has an address once you save the first rules.</p>
      )}
    </Section>
  );
}
