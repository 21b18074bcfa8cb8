import ChevronDown from 'virtual:lucide/chevron-down';
import type { Preset } from '@inlet/contracts/presets/preset';
import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { TextArea, TextField } from '#components/ui/field.tsx';
import { useFieldNames } from '#features/integrations/api/use-field-names.ts';
import type { DraftErrors } from '#features/integrations/check-draft.ts';
import { BodyField } from '#features/integrations/components/form/body-field.tsx';
import { HeaderFields } from '#features/integrations/components/form/header-fields.tsx';
import type { TargetDraft } from '#features/integrations/target-draft.ts';

interface MoreOptionsProps {
  readonly formId: string;
  readonly preset: Preset;
  readonly draft: TargetDraft;
  readonly storedHeaders: readonly string[];
  readonly errors: DraftErrors;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChange: (part: Partial<TargetDraft>) => void;
}

/** The options that few people need. */
export function MoreOptions(props: MoreOptionsProps) {
  const { formId, preset, draft, storedHeaders, errors, isOpen, onToggle, onChange } = props;
  const id = useId();
  return (
    <div>
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={onToggle} className="-ml-4">
        More options
        <ChevronDown
          aria-hidden
          size={14}
          strokeWidth={2}
          className={classNames('transition-transform', isOpen && 'rotate-180')}
        />
      </Button>
      <div id={id} hidden={!isOpen} className="mt-4">
        {isOpen && (
          <div className="grid grid-cols-1 gap-6">
            <FieldFilter formId={formId} value={draft.fields} error={errors.fields} onChange={onChange} />
            <HeaderFields
              headers={draft.headers}
              storedNames={storedHeaders}
              error={errors.headers}
              onChange={(headers) => onChange({ headers })}
            />
            <TextField
              label="Most deliveries per second"
              hint={rateHint(preset)}
              name="rate"
              inputMode="decimal"
              autoComplete="off"
              value={draft.rate}
              onChange={(event) => onChange({ rate: event.target.value })}
              error={errors.rate}
            />
            {preset.body !== undefined && preset.key !== 'custom' && (
              <BodyField
                value={draft.template}
                error={errors.template}
                hint={`Leave empty for the usual body for ${preset.title}.`}
                onChange={(template) => onChange({ template })}
              />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

interface FieldFilterProps {
  readonly formId: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (part: Pick<TargetDraft, 'fields'>) => void;
}

function FieldFilter({ formId, value, error, onChange }: FieldFilterProps) {
  const known = useFieldNames(formId);
  const seen = known.length > 0 && ` Recent submissions have: ${known.join(', ')}.`;
  return (
    <TextArea
      label="Only these fields"
      hint={<span className="wrap-anywhere">One name per line. Leave empty to send all fields.{seen}</span>}
      name="fields"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange({ fields: event.target.value })}
      error={error}
    />
  );
}

function rateHint({ title, perSecond }: Preset): string {
  if (perSecond === undefined) return 'From 0.01 to 100. Leave empty for no limit.';
  return `From 0.01 to 100. Leave empty for ${perSecond}, the limit of ${title}.`;
}
