import type { Target } from '@inlet/contracts/targets';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { useUpdateTarget } from '#features/integrations/api/use-update-target.ts';
import { TargetForm } from '#features/integrations/components/form/target-form.tsx';
import { DeleteTarget } from '#features/integrations/components/settings/delete-target.tsx';
import { TargetSecret } from '#features/integrations/components/settings/target-secret.tsx';
import { presetOf } from '#features/integrations/preset-of.ts';
import { type TargetDraft, toChange } from '#features/integrations/target-draft.ts';
import type { WhenField } from '#lib/conditions/when-field-props.ts';

interface TargetSettingsProps {
  readonly target: Target;
  /** The address of the integration. */
  readonly base: string;
  readonly whenField: WhenField;
  readonly onSaved: () => void;
  readonly onDeleted: () => void;
}

export function TargetSettings({ target, base, whenField, onSaved, onDeleted }: TargetSettingsProps) {
  const preset = presetOf(target.kind);
  const update = useUpdateTarget(target);

  async function save(draft: TargetDraft) {
    await update.mutateAsync(toChange(preset, draft));
    onSaved();
  }

  return (
    <div className="grid grid-cols-1 gap-12">
      <TargetForm
        formId={target.formId}
        preset={preset}
        target={target}
        submitLabel="Save changes"
        whenField={whenField}
        save={save}
        beside={<ButtonLink to={base}>Cancel</ButtonLink>}
      />
      <div className="grid grid-cols-1 gap-6">
        <TargetSecret target={target} />
        <DeleteTarget target={target} onDeleted={onDeleted} />
      </div>
    </div>
  );
}
