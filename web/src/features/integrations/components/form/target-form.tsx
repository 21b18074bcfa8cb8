import type { Preset } from '@inlet/contracts/presets/preset';
import type { Target } from '@inlet/contracts/targets';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import {
  checkDraft,
  type DraftErrors,
  errorsLeft,
  isInOptions,
  refusedParts,
} from '#features/integrations/check-draft.ts';
import { BodyField } from '#features/integrations/components/form/body-field.tsx';
import { EventChoice } from '#features/integrations/components/form/event-choice.tsx';
import { MoreOptions } from '#features/integrations/components/form/more-options.tsx';
import { OrderChoice } from '#features/integrations/components/form/order-choice.tsx';
import { PresetFields } from '#features/integrations/components/form/preset-fields.tsx';
import { draftOf, type TargetDraft } from '#features/integrations/target-draft.ts';
import type { WhenField as WhenFieldType } from '#lib/conditions/when-field-props.ts';
import { failureMessage } from '#lib/http.ts';

interface TargetFormProps {
  readonly formId: string;
  readonly preset: Preset;
  /** The integration to change; undefined for a new one. */
  readonly target?: Target;
  readonly submitLabel: string;
  readonly whenField: WhenFieldType;
  readonly save: (draft: TargetDraft) => Promise<unknown>;
  readonly onEdit?: () => void;
  /** Content above the button. */
  readonly children?: ReactNode;
  /** Content beside the button. */
  readonly beside?: ReactNode;
}

export function TargetForm(props: TargetFormProps) {
  const { formId, preset, target, submitLabel, whenField: WhenField, save, onEdit, children, beside } = props;
  const isNew = target === undefined;
  const [draft, setDraft] = useState(() => draftOf(preset, target));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  // The first invalid field takes the focus whenever a check has found errors.
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    if (checks > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [checks]);

  function show(found: DraftErrors): boolean {
    setErrors(found);
    setChecks((count) => count + 1);
    if (Object.keys(found).some((part) => isInOptions(preset, part))) setIsMoreOpen(true);
    return Object.keys(found).length === 0;
  }

  function change(part: Partial<TargetDraft>) {
    setDraft({ ...draft, ...part });
    setErrors(errorsLeft(errors, draft, part));
    onEdit?.();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isWorking || !show(checkDraft(preset, draft, isNew))) return;
    setFailure(null);
    setIsWorking(true);
    try {
      await save(draft);
    } catch (error) {
      if (show(refusedParts(error))) setFailure(error);
    } finally {
      setIsWorking(false);
    }
  }

  return (
    <form noValidate ref={element} onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-6">
      <Card className="grid grid-cols-1 gap-6 p-4 sm:p-6">
        <PresetFields
          formId={formId}
          preset={preset}
          values={draft.values}
          errors={errors}
          isNew={isNew}
          onChange={(values) => change({ values })}
        />
        <TextField
          label="Name"
          hint="Shown in your list of integrations."
          name="name"
          required
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
          error={errors.name}
        />
        {preset.key === 'custom' && (
          <BodyField value={draft.template} error={errors.template} onChange={(template) => change({ template })} />
        )}
        <EventChoice events={draft.events} error={errors.events} onChange={(events) => change({ events })} />
        <WhenField
          formId={formId}
          legend="When to deliver"
          value={draft.when}
          onChange={(when) => change({ when })}
          errors={errors}
          place="when"
        />
        <OrderChoice order={draft.order} onChange={(order) => change({ order })} />
        <MoreOptions
          formId={formId}
          preset={preset}
          draft={draft}
          storedHeaders={target?.headers ?? []}
          errors={errors}
          isOpen={isMoreOpen}
          onToggle={() => setIsMoreOpen(!isMoreOpen)}
          onChange={change}
        />
      </Card>
      {children}
      {failure !== null && <Notice tone="danger">{failureMessage(failure)}</Notice>}
      <div className="flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center">
        <Button type="submit" variant="primary" isLoading={isWorking}>
          {submitLabel}
        </Button>
        {beside}
      </div>
    </form>
  );
}
