import ArrowDown from 'virtual:lucide/arrow-down';
import ArrowUp from 'virtual:lucide/arrow-up';
import GripVertical from 'virtual:lucide/grip-vertical';
import type { Form } from '@inlet/contracts/forms';
import type { FormField } from '@inlet/contracts/inbox-views';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useUpdateFields } from '#features/submissions/api/use-fields.ts';
import { ChooseRoles } from '#features/submissions/components/inbox/choose-roles.tsx';
import { columnsShownMax, titleOf } from '#features/submissions/fields.ts';
import { failureMessage } from '#lib/http.ts';

interface ChooseColumnsProps {
  readonly form: Form;
  readonly fields: readonly FormField[];
  readonly onClose: () => void;
}

/** Chooses the columns and their order, by dragging or with buttons. A change is saved at once. */
export function ChooseColumns({ form, fields, onClose }: ChooseColumnsProps) {
  const update = useUpdateFields(form.id);
  const [dragged, setDragged] = useState<string | null>(null);
  const shownCount = fields.filter(({ shown }) => shown).length;

  function move(name: string, to: number) {
    const field = fields.find((each) => each.name === name);
    if (!field) return;
    const others = fields.filter((each) => each !== field);
    update.mutate([...others.slice(0, to), field, ...others.slice(to)]);
  }

  return (
    <Dialog isOpen onClose={onClose} title="Columns">
      <ul aria-label="Fields" className="divide-y divide-line rounded-medium border border-line">
        {fields.map((field, index) => (
          <li
            key={field.name}
            draggable
            onDragStart={() => setDragged(field.name)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged !== null && move(dragged, index)}
            onDragEnd={() => setDragged(null)}
            className={classNames('flex items-center gap-1 pl-2', dragged === field.name && 'bg-accent-soft')}
          >
            <GripVertical aria-hidden size={14} strokeWidth={1.75} className="shrink-0 cursor-grab text-muted" />
            <label className="flex min-h-11 min-w-0 grow items-center gap-3 px-2 text-small sm:min-h-9">
              <input
                type="checkbox"
                checked={field.shown}
                disabled={!field.shown && shownCount >= columnsShownMax}
                onChange={() =>
                  update.mutate(fields.map((each) => (each === field ? { ...each, shown: !each.shown } : each)))
                }
                className="size-4 shrink-0 accent-accent"
              />
              <bdi className="truncate" title={field.name}>
                {titleOf(field)}
              </bdi>
              <span className="ml-auto shrink-0 text-caption text-muted">{typeWords[field.type]}</span>
            </label>
            <IconButton
              icon={ArrowUp}
              label={`Move ${titleOf(field)} up`}
              disabled={index === 0}
              onClick={() => move(field.name, index - 1)}
              className="disabled:opacity-40"
            />
            <IconButton
              icon={ArrowDown}
              label={`Move ${titleOf(field)} down`}
              disabled={index === fields.length - 1}
              onClick={() => move(field.name, index + 1)}
              className="disabled:opacity-40"
            />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small text-muted">
        {`Up to ${columnsShownMax} columns. Drag the edge of a column’s head to change its width.`}
      </p>
      <FieldError>{update.isError ? failureMessage(update.error) : undefined}</FieldError>
      <ChooseRoles form={form} fields={fields} />
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => update.mutate([])}>Reset</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

const typeWords: Readonly<Record<FormField['type'], string>> = {
  text: 'Text',
  long: 'Long text',
  email: 'Email',
  number: 'Number',
  url: 'Link',
  boolean: 'Yes or no',
  list: 'List',
  object: 'Object',
};
