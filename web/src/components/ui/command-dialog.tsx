import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Icon } from '#components/ui/icon.tsx';
import { SearchIcon } from '#components/ui/search-icon.tsx';

export interface Command {
  readonly id: string;
  /** The heading above the command; the commands of a group are consecutive. */
  readonly group: string;
  readonly icon: Icon;
  readonly label: string;
  /** The dialog stays open and shows other commands. */
  readonly staysOpen?: boolean;
  readonly run: () => void;
}

interface CommandDialogProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly commands: readonly Command[];
  readonly onText: (text: string) => void;
  readonly onRun: (command: Command) => void;
  readonly onClose: () => void;
  /** The element that gets the focus when the dialog closes. */
  readonly returnTo: RefObject<HTMLElement | null>;
}

/**
 * A text box with a list of commands. The box keeps the focus; arrow keys move through the list, and Enter runs a
 * command.
 */
export function CommandDialog(props: CommandDialogProps) {
  const { label, placeholder, text, commands, onText, onRun, onClose, returnTo } = props;
  const id = useId();
  const [active, setActive] = useState(0);
  const chosen = Math.min(active, commands.length - 1);
  const list = useRef<HTMLDivElement>(null);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    if (chosen >= 0) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  function followKey(event: KeyboardEvent) {
    // Keys that select a character of an input method do not control the list.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const command = commands[chosen];
    if (step !== undefined && command) setActive((chosen + step + commands.length) % commands.length);
    else if (event.key === 'Enter' && command) onRun(command);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-veil transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup aria-label={label} finalFocus={returnTo} className={popupClass}>
          <div className="relative shrink-0 border-line border-b">
            <SearchIcon />
            <input
              ref={focus}
              type="text"
              role="combobox"
              aria-label={label}
              aria-expanded={commands.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              value={text}
              onChange={(event) => {
                setActive(0);
                onText(event.target.value);
              }}
              onKeyDown={followKey}
              className="block h-12 w-full bg-transparent pr-4 pl-10 text-[1rem] text-ink outline-none placeholder:text-muted sm:text-body"
            />
          </div>
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className={commands.length > 0 ? 'overflow-y-auto overscroll-contain p-2' : 'hidden'}
          >
            {groupsOf(commands).map(({ group, first, members }) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
              <div key={first} role="group" aria-labelledby={`${optionId(first)}-group`}>
                <p id={`${optionId(first)}-group`} className="px-3 pt-2 pb-1 text-caption text-muted">
                  {group}
                </p>
                {members.map((command, offset) => {
                  const index = first + offset;
                  const { icon: Drawing } = command;
                  return (
                    <button
                      key={command.id}
                      type="button"
                      role="option"
                      id={optionId(index)}
                      tabIndex={-1}
                      aria-selected={index === chosen}
                      // The box keeps the focus.
                      onMouseDown={(event) => event.preventDefault()}
                      onPointerMove={() => setActive(index)}
                      onClick={() => onRun(command)}
                      className="flex min-h-11 w-full items-center gap-3 rounded-medium px-3 text-left text-small aria-selected:bg-accent-soft sm:min-h-9"
                    >
                      <Drawing aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
                      <bdi className="truncate">{command.label}</bdi>
                    </button>
                  );
                })}
              </div>
            ))}
          </div>
          <p role="status" className={commands.length > 0 ? 'sr-only' : 'px-4 py-6 text-center text-muted text-small'}>
            {commands.length === 0 && 'Nothing found'}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Focuses with the first paint, before the dialog would: earlier keys would go to the page. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

interface Group {
  readonly group: string;
  /** The position of its first command in the whole list. */
  readonly first: number;
  readonly members: Command[];
}

function groupsOf(commands: readonly Command[]): Group[] {
  const groups: Group[] = [];
  for (const [index, command] of commands.entries()) {
    const last = groups.at(-1);
    if (last?.group === command.group) last.members.push(command);
    else groups.push({ group: command.group, first: index, members: [command] });
  }
  return groups;
}

const popupClass =
  'fixed inset-x-3 top-3 z-30 mx-auto flex max-h-[min(28rem,calc(100dvh-1.5rem))] max-w-[36rem] flex-col overflow-hidden rounded-large border border-line bg-raised shadow-floating outline-none transition duration-150 data-starting-style:-translate-y-2 data-starting-style:opacity-0 sm:top-[12vh]';
