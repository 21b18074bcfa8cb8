import { formatCount } from '@inlet/contracts/counts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Choice } from '#components/ui/choice.tsx';
import { useCreateTarget } from '#features/integrations/api/use-create-target.ts';
import { SetupHelp } from '#features/integrations/components/create/setup-help.tsx';
import { TargetForm } from '#features/integrations/components/form/target-form.tsx';
import { presetOf } from '#features/integrations/preset-of.ts';
import { type TargetDraft, toCreate } from '#features/integrations/target-draft.ts';
import type { WhenField } from '#lib/conditions/when-field-props.ts';

interface NewTargetProps {
  readonly formId: string;
  readonly storedCount: number;
  readonly kind: string;
  /** The address of the form's integrations. */
  readonly base: string;
  readonly whenField: WhenField;
}

/** Asks for the preset's values, adds the integration, then leads to its page, which shows the secret. */
export function NewTarget({ formId, storedCount, kind, base, whenField }: NewTargetProps) {
  const preset = presetOf(kind);
  const creation = useCreateTarget(formId);
  const navigate = useNavigate();
  const [fillsUp, setFillsUp] = useState(false);

  async function save(draft: TargetDraft) {
    const { id, replayId } = await creation.mutateAsync({ body: toCreate(preset, draft), isReplayed: fillsUp });
    // "Back" leads to the choice of a service, not to a form that would add the integration again.
    void navigate(`${base}/${id}${replayId ? `?replay=${replayId}` : ''}`, { replace: true });
  }

  return (
    <>
      <SetupHelp preset={preset} />
      <TargetForm formId={formId} preset={preset} submitLabel="Add integration" save={save} whenField={whenField}>
        {storedCount > 0 && (
          <Choice
            type="checkbox"
            label="Also send the submissions already stored"
            hint={`${formatCount(storedCount, 'submission')} in the inbox, oldest first.`}
            isChecked={fillsUp}
            onChange={setFillsUp}
          />
        )}
      </TargetForm>
    </>
  );
}
