import type { Preset } from '@inlet/contracts/presets/preset';
import { TextField } from '#components/ui/field.tsx';
import type { DraftErrors } from '#features/integrations/check-draft.ts';

interface PresetFieldsProps {
  readonly preset: Preset;
  readonly values: Readonly<Record<string, string>>;
  readonly errors: DraftErrors;
  readonly isNew: boolean;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** What the service asks for, such as an address or a token. */
export function PresetFields({ preset, values, errors, isNew, onChange }: PresetFieldsProps) {
  return preset.fields.map(({ name, label, help, isSecret, isOptional }) => (
    <TextField
      key={name}
      label={
        isOptional ? (
          <>
            {label} <span className="font-normal text-muted">Optional</span>
          </>
        ) : (
          label
        )
      }
      hint={isSecret ? `${help} It is encrypted and never shown again.` : help}
      name={name}
      required={!isOptional && isNew}
      inputMode={name === 'url' ? 'url' : 'text'}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      placeholder={isSecret && !isNew ? 'Stored. Type to replace it.' : undefined}
      value={values[name] ?? ''}
      onChange={(event) => onChange({ ...values, [name]: event.target.value })}
      error={errors[`values.${name}`]}
    />
  ));
}
