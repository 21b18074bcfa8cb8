import { spamDaysMax } from '@inlet/contracts/retention';
import { classNames } from '#components/ui/class-names.ts';
import { TextField } from '#components/ui/field.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { offeredDays, type RetentionDraft } from '#features/retention/retention-draft.ts';

interface DaysFieldProps {
  readonly draft: RetentionDraft;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<RetentionDraft>) => void;
}

/** Switches deletion by age on or off, and sets the age. */
export function DaysField({ draft: { isOn, days }, error, onChange }: DaysFieldProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Switch
        label={isOn ? 'Automatic deletion is on' : 'Automatic deletion is off'}
        hint={`Spam goes after ${spamDaysMax} days in any case.`}
        isOn={isOn}
        onChange={(next) => onChange({ isOn: next })}
      />
      {isOn && (
        <div className="grid grid-cols-1 gap-3 sm:pl-[3.25rem]">
          <div className="max-w-[12rem]">
            <TextField
              label="Days"
              name="days"
              inputMode="numeric"
              autoComplete="off"
              value={days}
              onChange={(event) => onChange({ days: event.target.value })}
              error={error}
            />
          </div>
          <fieldset className="-mx-3 flex flex-wrap gap-1">
            <legend className="sr-only">Usual numbers of days</legend>
            {offeredDays.map((offered) => (
              <button
                key={offered}
                type="button"
                aria-pressed={days.trim() === String(offered)}
                onClick={() => onChange({ days: String(offered) })}
                className={classNames(
                  'min-h-11 rounded-medium px-3 text-small font-medium tabular-nums transition-tint hover:bg-hover hover:text-ink sm:min-h-9',
                  days.trim() === String(offered) ? 'bg-hover text-ink' : 'text-muted',
                )}
              >
                {offered === 365 ? '1 year' : `${offered} days`}
              </button>
            ))}
          </fieldset>
        </div>
      )}
    </div>
  );
}
