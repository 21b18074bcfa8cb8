import Check from 'virtual:lucide/check';
import type { UpdateUser } from '@inlet/contracts/account-settings';
import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { inputClass } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useUpdateMe } from '#features/account/api/use-update-me.ts';
import { timeZones, zoneName } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';
import { useColleagues } from '#lib/person/use-colleagues.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { useUser } from '#lib/services.tsx';

/** The mails of the person, and those of the workspace with its time zone. Each change is saved at once. */
export function MailPreferences() {
  const user = useUser();
  const update = useUpdateMe();
  const id = useId();
  // A choice shows at once, and is reverted if it is refused.
  const chosen: UpdateUser = update.isPending ? update.variables : {};
  const timeZone = chosen.timeZone ?? user.timeZone;
  const wantsUsageMails = chosen.wantsUsageMails ?? user.wantsUsageMails;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = timeZones(timeZone);
  const isAdmin = useRights()('workspace:update');
  const isShared = useColleagues().length > 0;
  const wantsWorkMails = chosen.wantsWorkMails ?? user.wantsWorkMails;
  if (!isAdmin && !isShared) return null;
  return (
    <Section
      title={isAdmin ? 'Mails and time' : 'Mails'}
      intro="Changes are saved at once."
      action={
        <p aria-live="polite" className="text-small text-success">
          {update.isSuccess && (
            <span className="flex items-center gap-2">
              <Check aria-hidden size={16} strokeWidth={2} />
              Saved
            </span>
          )}
        </p>
      }
    >
      <div className="grid max-w-[28rem] grid-cols-1 gap-6">
        {update.isError && <Notice tone="danger">{failureMessage(update.error)}</Notice>}
        {isAdmin && (
          <>
            <div>
              <label htmlFor={id} className="mb-2 block text-small font-medium">
                Time zone
              </label>
              <select
                id={id}
                value={timeZone}
                onChange={(event) => update.mutate({ timeZone: event.target.value })}
                aria-describedby={`${id}-hint`}
                className={`${inputClass} min-h-11 sm:min-h-10`}
              >
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {zoneName(zone)}
                  </option>
                ))}
              </select>
              <p id={`${id}-hint`} className="mt-2 text-small text-muted">
                Daily digests are mailed at 8:00 AM in this zone.
              </p>
              {own !== timeZone && zones.includes(own) && (
                <Button onClick={() => update.mutate({ timeZone: own })} className="mt-2">
                  {`Use ${zoneName(own)}`}
                </Button>
              )}
            </div>
            <Switch
              label={wantsUsageMails ? 'Mails about the monthly limit are on' : 'Mails about the monthly limit are off'}
              hint="At 80% and at 100% of the submissions of your plan."
              isOn={wantsUsageMails}
              onChange={(isOn) => update.mutate({ wantsUsageMails: isOn })}
            />
          </>
        )}
        {isShared && (
          <Switch
            label={wantsWorkMails ? 'Mails about your work are on' : 'Mails about your work are off'}
            hint="When somebody assigns submissions to you, or mentions you in a note."
            isOn={wantsWorkMails}
            onChange={(isOn) => update.mutate({ wantsWorkMails: isOn })}
          />
        )}
      </div>
    </Section>
  );
}
