import Plus from 'virtual:lucide/plus';
import { ruleFieldsMax } from '@inlet/contracts/rules';
import { useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { RuleRow } from '#features/rules/components/rule-row.tsx';
import type { FieldDraft } from '#features/rules/rules-draft.ts';
import type { RulesEditor } from '#features/rules/use-rules-editor.ts';

/** The fields with a rule, in the order of the form. */
export function RuleFields({ editor, takesFiles }: { editor: RulesEditor; takesFiles: boolean }) {
  const { draft, faults, opened, moved } = editor;
  const { fields } = draft;
  const [dragged, setDragged] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  function add() {
    editor.add();
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus());
  }

  function remove(field: FieldDraft) {
    editor.remove(field);
    addButton.current?.focus();
  }

  return (
    <Section
      title="Fields"
      intro={
        fields.length === 0
          ? 'No field has a rule yet. Add one, or take a suggestion.'
          : 'Move a field with its arrows, by dragging it, or with Alt and an arrow key.'
      }
    >
      <p role="status" className="sr-only">
        {moved}
      </p>
      {!takesFiles && fields.some(({ type }) => type === 'file') && (
        <div className="mb-3">
          <Notice tone="info">
            This form accepts no files, so nobody is asked for one. You can change that in the form’s settings.
          </Notice>
        </div>
      )}
      <ul
        ref={list}
        aria-label="Fields with a rule"
        className="divide-y divide-line rounded-medium border border-line empty:hidden"
      >
        {fields.map((field, index) => (
          <RuleRow
            key={field.id}
            field={field}
            isFirst={index === 0}
            isLast={index === fields.length - 1}
            isOpen={opened.has(field.id)}
            isDragged={dragged === field.id}
            faults={faults}
            onToggle={() => editor.toggle(field.id)}
            onChange={(part) => editor.changeField(field.id, part)}
            onMove={(by) => editor.move(field.id, index + by)}
            onRemove={() => remove(field)}
            onDrag={(isOn) => setDragged(isOn ? field.id : null)}
            onDrop={() => dragged !== null && editor.move(dragged, index)}
          />
        ))}
      </ul>
      <Button
        ref={addButton}
        onClick={add}
        disabled={fields.length >= ruleFieldsMax}
        className={fields.length > 0 ? 'mt-4' : ''}
      >
        <Plus aria-hidden size={16} strokeWidth={1.75} />
        Add field
      </Button>
    </Section>
  );
}
