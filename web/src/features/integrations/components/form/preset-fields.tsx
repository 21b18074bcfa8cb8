import type { Preset } from '@inlet/contracts/presets/preset';
import { TextField } from '#components/ui/field.tsx';
import { useAllowedAddresses } from '#features/integrations/api/use-targets.ts';
import type { DraftErrors } from '#features/integrations/check-draft.ts';

interface PresetFieldsProps {
  readonly formId: string;
  readonly preset: Preset;
  readonly values: Readonly<Record<string, string>>;
  readonly errors: DraftErrors;
  readonly isNew: boolean;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The values that the service requires, such as an address or a token. */
export function PresetFields({ formId, preset, values, errors, isNew, onChange }: PresetFieldsProps) {
  const allowed = useAllowedAddresses(formId);
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
      hint={[help, isSecret ? 'It is encrypted and never shown again.' : name === 'url' && allowedWords(allowed)]
        .filter(Boolean)
        .join(' ')}
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

/** The addresses that the operator allows besides public ones. */
function allowedWords(addresses: readonly string[]): string {
  if (addresses.length === 0) return '';
  const list = new Intl.ListFormat('en').format(addresses);
  return `This installation also allows http, on any port, to ${list}.`;
}
