import type { NewTarget as Created } from '@inlet/contracts/targets';
import { useState } from 'react';
import { Choice } from '#components/ui/choice.tsx';
import { useCreateTarget } from '#features/integrations/api/use-create-target.ts';
import { useStartReplay } from '#features/integrations/api/use-start-replay.ts';
import { SetupHelp } from '#features/integrations/components/create/setup-help.tsx';
import { TargetCreated } from '#features/integrations/components/create/target-created.tsx';
import { TargetForm } from '#features/integrations/components/form/target-form.tsx';
import { presetOf } from '#features/integrations/preset-of.ts';
import { type TargetDraft, toCreate } from '#features/integrations/target-draft.ts';
import { formatCount } from '#lib/wording.ts';

interface NewTargetProps {
  readonly formId: string;
  readonly storedCount: number;
  readonly kind: string;
  /** The page of the form's integrations. */
  readonly base: string;
}

/** Asks for what a preset needs, creates the integration, then shows its secret. */
export function NewTarget({ formId, storedCount, kind, base }: NewTargetProps) {
  const preset = presetOf(kind);
  const creation = useCreateTarget(formId);
  const replay = useStartReplay();
  const [fillsUp, setFillsUp] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);

  async function save(draft: TargetDraft) {
    const target = await creation.mutateAsync(toCreate(preset, draft));
    if (fillsUp) replay.mutate({ targetId: target.id, body: {} });
    setCreated(target);
  }

  if (created) return <TargetCreated target={created} to={`${base}/${created.id}`} replay={replay} />;
  return (
    <>
      <SetupHelp preset={preset} />
      <TargetForm formId={formId} preset={preset} submitLabel="Add integration" save={save}>
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
