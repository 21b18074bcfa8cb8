import type { SpamSettings } from '@inlet/contracts/spam';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { useUpdateSpamSettings } from '#features/spam/api/use-update-spam-settings.ts';
import { Akismet } from '#features/spam/components/akismet.tsx';
import { BlockList } from '#features/spam/components/block-list.tsx';
import { Captcha } from '#features/spam/components/captcha.tsx';
import { Learned } from '#features/spam/components/learned.tsx';
import { ThresholdField } from '#features/spam/components/threshold-field.tsx';
import { checkDraft, draftOf, refusedFields, toChange } from '#features/spam/spam-draft.ts';
import { useSettingsForm } from '#lib/use-settings-form.ts';

export function SpamSettingsForm({ formId, settings }: { formId: string; settings: SpamSettings }) {
  const { draft, errors, change, form, leaveGuard, saveBar } = useSettingsForm({
    stored: draftOf(settings),
    toBody: (edited) => toChange(edited, settings),
    check: (edited) => checkDraft(edited, settings),
    refusedFields,
    update: useUpdateSpamSettings(formId),
  });
  return (
    <form {...form} className="grid grid-cols-1 gap-6">
      <LeaveGuard {...leaveGuard} />
      <ThresholdField value={draft.threshold} onChange={(threshold) => change({ threshold })} />
      <BlockList value={draft.blockList} error={errors.blockList} onChange={(blockList) => change({ blockList })} />
      <Learned learned={settings.learned} />
      <Captcha draft={draft} stored={settings.captcha} errors={errors} onChange={change} />
      <Akismet draft={draft} isStored={settings.akismet} errors={errors} onChange={change} />
      <SaveBar {...saveBar} />
    </form>
  );
}
