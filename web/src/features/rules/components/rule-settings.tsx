import { type FieldRuleType, propertiesOf } from '@inlet/contracts/field-rule';
import { type ChangeEvent, type ReactNode, useId } from 'react';
import { inputClass, TextArea, TextField } from '#components/ui/field.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { typeChoices } from '#features/rules/rule-words.ts';
import { type Faults, type FieldDraft, placeOf } from '#features/rules/rules-draft.ts';

interface RuleSettingsProps {
  readonly field: FieldDraft;
  readonly faults: Faults;
  readonly onChange: (part: Partial<FieldDraft>) => void;
}

type TextProperty = { [Name in keyof FieldDraft]: string extends FieldDraft[Name] ? Name : never }[keyof FieldDraft];
type Bind = (property: TextProperty) => {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
};

/** The settings of one field: those of every type, then those of its own. */
export function RuleSettings({ field, faults, onChange }: RuleSettingsProps) {
  const bind: Bind = (property) => ({
    value: field[property],
    error: faults[placeOf(field.id, property)],
    onChange: ({ target }) => onChange({ [property]: target.value }),
  });
  const own = new Set<string>(propertiesOf[field.type]);
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField
        label="Field name"
        hint="As the form sends it, such as email."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...bind('name')}
      />
      <TypeChoice type={field.type} onChange={(type) => onChange({ type })} />
      <TextField label="Label" hint="For people: in the inbox, in mails and in messages." {...bind('label')} />
      {field.type !== 'hidden' && (
        <TextField label="Help" hint="A sentence below the label, on the hosted page." {...bind('help')} />
      )}
      {own.has('placeholder') && <TextField label="Placeholder" {...bind('placeholder')} />}
      {own.has('rows') && (
        <TextField label="Lines" hint="More than one makes a large input." inputMode="numeric" {...bind('rows')} />
      )}
      {own.has('minLength') && (
        <>
          <TextField label="Shortest" hint="In characters." inputMode="numeric" {...bind('minLength')} />
          <TextField label="Longest" hint="In characters." inputMode="numeric" {...bind('maxLength')} />
        </>
      )}
      {own.has('pattern') && (
        <Wide>
          <TextField
            label="Pattern"
            hint="A regular expression for the whole value, such as [A-Z]{2}\d{4}."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...bind('pattern')}
          />
        </Wide>
      )}
      {own.has('min') && <Bounds type={field.type} bind={bind} />}
      {own.has('options') && (
        <Wide>
          <TextArea label="Options" hint="One on each line, as the form sends them." rows={5} {...bind('options')} />
        </Wide>
      )}
      {own.has('accept') && (
        <>
          <TextField
            label="Types of files"
            hint="Such as image/*, application/pdf, .docx. Empty for all."
            autoCapitalize="none"
            spellCheck={false}
            {...bind('accept')}
          />
          <TextField label="Largest file" hint="In MB, up to 25." inputMode="decimal" {...bind('megabytes')} />
        </>
      )}
      <Wide>
        <div className="flex flex-wrap gap-x-8 gap-y-3 text-small">
          <Switch
            label={field.type === 'consent' ? 'Must be checked' : 'Required'}
            isOn={field.required}
            onChange={(required) => onChange({ required })}
          />
          {own.has('multiple') && (
            <Switch
              label={field.type === 'file' ? 'Several files' : 'Several values'}
              isOn={field.multiple}
              onChange={(multiple) => onChange({ multiple })}
            />
          )}
        </div>
      </Wide>
    </div>
  );
}

function Bounds({ type, bind }: { type: FieldRuleType; bind: Bind }) {
  const control = type === 'date' ? { type: 'date' } : { inputMode: 'decimal' as const };
  const [least, most] = type === 'date' ? ['First day', 'Last day'] : ['Smallest', 'Largest'];
  return (
    <>
      <TextField label={least} {...control} {...bind('min')} />
      <TextField label={most} {...control} {...bind('max')} />
    </>
  );
}

function TypeChoice({ type, onChange }: { type: FieldRuleType; onChange: (type: FieldRuleType) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-small font-medium">
        Type
      </label>
      <select
        id={id}
        value={type}
        onChange={(event) => onChange(event.target.value as FieldRuleType)}
        className={`${inputClass} min-h-11 sm:min-h-10`}
      >
        {typeChoices.map(({ type: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Wide({ children }: { children: ReactNode }) {
  return <div className="sm:col-span-2">{children}</div>;
}
