import ArrowDown from 'virtual:lucide/arrow-down';
import ArrowUp from 'virtual:lucide/arrow-up';
import { labelOf } from '@inlet/contracts/field-rule';
import type { Form } from '@inlet/contracts/forms';
import type { SavedRules } from '@inlet/contracts/saved-rules';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '#components/ui/class-names.ts';
import { FieldError } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { useSortFields } from '#features/forms/page/api/use-page-fields.ts';
import { fieldTypeWords } from '#lib/fields/field-type-words.ts';
import { failureMessage } from '#lib/http.ts';

/** The fields of a page in their order, which dragging and buttons change. The rules keep it. */
export function PageFields({ form, rules }: { form: Form; rules: SavedRules }) {
  const sort = useSortFields(form.id);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const { fields } = rules;

  function move(from: number, to: number) {
    const moved = fields[from];
    if (!moved || from === to || to < 0 || to >= fields.length) return;
    sort.mutate({ ...rules, fields: fields.toSpliced(from, 1).toSpliced(to, 0, moved) });
    setSaid(`${labelOf(moved)} is field ${to + 1} of ${fields.length}`);
  }

  const rulesLink = (
    <Link to={`/forms/${form.id}/rules`} className="font-medium text-accent underline hover:text-accent-hover">
      Rules
    </Link>
  );
  return (
    <Section
      title="Fields"
      intro={<>The page asks for the fields of the tab {rulesLink}, in this order. A moved field is saved at once.</>}
    >
      {fields.length === 0 && (
        <Notice tone="info">This page has no fields yet. Add them on the tab {rulesLink}.</Notice>
      )}
      {!form.takesFiles && fields.some(({ type }) => type === 'file') && (
        <Notice tone="info">The page leaves out fields for files, because the form accepts none.</Notice>
      )}
      <ol aria-label="Fields" className="grid grid-cols-1 gap-2">
        {fields.map((rule, index) => (
          <li
            key={rule.name}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={() => dragged !== null && move(dragged, index)}
            className={classNames(
              'flex cursor-grab items-center gap-1 rounded-medium border border-line bg-surface py-1 pr-1 pl-3',
              dragged === index && 'opacity-50',
            )}
          >
            <span dir="auto" className="min-w-0 grow truncate text-small font-medium">
              {labelOf(rule)}
            </span>
            <span className="shrink-0 px-2 text-caption text-muted max-sm:hidden">{fieldTypeWords[rule.type]}</span>
            <IconButton
              icon={ArrowUp}
              label={`Move ${labelOf(rule)} up`}
              aria-disabled={index === 0}
              onClick={() => move(index, index - 1)}
              className="aria-disabled:opacity-40"
            />
            <IconButton
              icon={ArrowDown}
              label={`Move ${labelOf(rule)} down`}
              aria-disabled={index === fields.length - 1}
              onClick={() => move(index, index + 1)}
              className="aria-disabled:opacity-40"
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <FieldError>{sort.error ? failureMessage(sort.error) : undefined}</FieldError>
    </Section>
  );
}
