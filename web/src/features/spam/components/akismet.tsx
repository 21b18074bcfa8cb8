import { TextField } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';
import type { SpamDraft } from '#features/spam/spam-draft.ts';
import type { FieldErrors } from '#lib/use-settings-form.ts';

interface AkismetProps {
  readonly draft: SpamDraft;
  readonly isStored: boolean;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<SpamDraft>) => void;
}

export function Akismet({ draft, isStored, errors, onChange }: AkismetProps) {
  const placeholder = isStored ? 'Stored. Type to replace it.' : undefined;
  return (
    <Section
      title="Akismet"
      intro="Asks Akismet about each submission. Its fields, and the address of the visitor, go to that service."
    >
      <div className="grid grid-cols-1 gap-6">
        <Switch
          label={draft.akismet ? 'Akismet is on' : 'Akismet is off'}
          isOn={draft.akismet}
          onChange={(akismet) => onChange({ akismet })}
        />
        {draft.akismet && (
          <>
            <TextField
              label="Akismet key"
              hint="It is encrypted and never shown again."
              name="akismetKey"
              type="password"
              autoComplete="off"
              placeholder={placeholder}
              value={draft.akismetKey}
              onChange={(event) => onChange({ akismetKey: event.target.value })}
              error={errors.akismetKey}
            />
            <TextField
              label="Website"
              hint="The address that the key was made for."
              name="akismetSite"
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={placeholder ?? 'https://example.com'}
              value={draft.akismetSite}
              onChange={(event) => onChange({ akismetSite: event.target.value })}
              error={errors.akismetSite}
            />
          </>
        )}
      </div>
    </Section>
  );
}
