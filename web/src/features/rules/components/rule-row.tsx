import ArrowDown from 'virtual:lucide/arrow-down';
import ArrowUp from 'virtual:lucide/arrow-up';
import ChevronDown from 'virtual:lucide/chevron-down';
import GripVertical from 'virtual:lucide/grip-vertical';
import X from 'virtual:lucide/x';
import { type KeyboardEvent, useId } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { RuleSettings } from '#features/rules/components/rule-settings.tsx';
import { summaryOf } from '#features/rules/rule-words.ts';
import { type Faults, type FieldDraft, ruleOf } from '#features/rules/rules-draft.ts';
import { titleOf } from '#features/rules/use-rules-editor.ts';

interface RuleRowProps {
  readonly field: FieldDraft;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isOpen: boolean;
  readonly isDragged: boolean;
  readonly faults: Faults;
  readonly onToggle: () => void;
  readonly onChange: (part: Partial<FieldDraft>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onDrag: (isOn: boolean) => void;
  readonly onDrop: () => void;
}

/** A field in one line; a press on it shows its settings below. */
export function RuleRow(props: RuleRowProps) {
  const { field, isFirst, isLast, isOpen, isDragged, faults, onToggle, onChange, onMove, onRemove } = props;
  const id = useId();
  const title = titleOf(field);

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(by);
  }

  return (
    <li
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
      className={classNames('first:rounded-t-medium last:rounded-b-medium', isDragged && 'bg-accent-soft')}
    >
      {/* Only the line can be dragged: texts in the inputs below are selected with the pointer. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons and Alt with an arrow key do the same */}
      <div
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          props.onDrag(true);
        }}
        onDragEnd={() => props.onDrag(false)}
        className="flex items-center pr-1 sm:pl-2"
      >
        <GripVertical
          aria-hidden
          size={14}
          strokeWidth={1.75}
          className="shrink-0 cursor-grab text-muted max-sm:hidden"
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={onToggle}
          onKeyDown={onKeyDown}
          className="flex min-h-14 min-w-0 grow items-center gap-3 rounded-medium px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronDown
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className={classNames('shrink-0 text-muted transition-transform', !isOpen && '-rotate-90')}
          />
          <span className="min-w-0">
            <span className="flex min-w-0 items-baseline gap-2 text-small">
              <bdi className="line-clamp-2 font-medium wrap-anywhere sm:line-clamp-1">{title}</bdi>
              {field.label.trim() !== '' && field.name !== '' && (
                <bdi className="truncate font-mono text-caption text-muted max-sm:hidden">{field.name}</bdi>
              )}
            </span>
            <span className="line-clamp-2 text-caption text-muted wrap-anywhere">{summaryOf(ruleOf(field))}</span>
          </span>
        </button>
        <IconButton
          icon={ArrowUp}
          label={`Move ${title} up`}
          aria-disabled={isFirst}
          onClick={() => onMove(-1)}
          className="aria-disabled:opacity-40 max-sm:size-10"
        />
        <IconButton
          icon={ArrowDown}
          label={`Move ${title} down`}
          aria-disabled={isLast}
          onClick={() => onMove(1)}
          className="aria-disabled:opacity-40 max-sm:size-10"
        />
        <IconButton icon={X} label={`Remove ${title}`} onClick={onRemove} className="max-sm:size-10" />
      </div>
      {isOpen && (
        <div id={id} className="border-line border-t bg-sunken px-3 py-4 sm:px-4">
          <RuleSettings field={field} faults={faults} onChange={onChange} />
        </div>
      )}
    </li>
  );
}
