import type { CheckSettings } from '@inlet/contracts/form-check';
import { FieldError } from '#components/ui/field.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useSaveCheckSettings } from '#features/forms/check/api/use-check.ts';
import { failureMessage } from '#lib/http.ts';
import { formatWhen } from '#lib/relative-time.ts';

interface WeeklyCheckProps {
  readonly formId: string;
  readonly settings: CheckSettings;
  /** The address in the field above. */
  readonly url: string;
}

/** Repeats the check-up each week. */
export function WeeklyCheck({ formId, settings, url }: WeeklyCheckProps) {
  const save = useSaveCheckSettings(formId);
  const isOn = save.isPending ? save.variables.weekly === true : settings.weekly;
  return (
    <div className="border-t border-line pt-6">
      <Switch
        label={isOn ? 'Checked every week' : 'Not checked every week'}
        hint={hintOf(settings)}
        isOn={isOn}
        onChange={(weekly) => save.mutate(weekly ? { weekly, url: url === '' ? null : url } : { weekly })}
      />
      <FieldError>{save.isError ? failureMessage(save.error) : undefined}</FieldError>
    </div>
  );
}

function hintOf({ weekly, url, nextAt }: CheckSettings) {
  const mail = 'The owners get a mail when a page that was good turns bad.';
  if (!weekly || url === null || nextAt === null) return mail;
  return (
    <span className="wrap-anywhere">
      {`Next on ${formatWhen(nextAt)}: ${url}. `}
      {mail}
    </span>
  );
}
