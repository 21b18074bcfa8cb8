import Search from 'virtual:lucide/search';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { commandKey, isMac } from '#lib/command-key.ts';
import type { CommandMenuProps } from '#routes/app/commands/command-menu.tsx';

type CommandsProps = Pick<CommandMenuProps, 'hasForms' | 'hasBilling' | 'onSignOut'>;

/** The button and the key of the command menu, which is loaded at its first use. */
export function Commands(props: CommandsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [Menu, setMenu] = useState<ComponentType<CommandMenuProps> | null>(null);
  const returnTo = useRef<HTMLElement | null>(null);

  function open() {
    const { activeElement, body } = document;
    returnTo.current = document.querySelector<HTMLElement>(activeElement === body ? 'main' : ':focus');
    setTyped('');
    // Synchronous: the next key already belongs to the menu.
    flushSync(() => setIsOpen(true));
    load().then(
      ({ CommandMenu }) => setMenu(() => CommandMenu),
      () => setIsOpen(false),
    );
  }

  const followKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
    if (!hasModifier || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    if (event.defaultPrevented || (!isOpen && hasDialog())) return;
    event.preventDefault();
    if (isOpen) setIsOpen(false);
    else open();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => followKey(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-label="Search and commands"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={open}
        className={buttonClass}
      >
        <Search aria-hidden size={16} strokeWidth={1.75} />
        <span className="max-wide:hidden">Search</span>
        <kbd aria-hidden className="ml-6 font-mono text-caption max-wide:hidden">
          {commandKey}
        </kbd>
      </button>
      {isOpen && !Menu && <TypedAhead onType={setTyped} onEscape={() => setIsOpen(false)} />}
      {isOpen && Menu && <Menu {...props} typed={typed} returnTo={returnTo} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Receives the text that is typed while the menu is loading; otherwise the page would handle these keys. */
function TypedAhead({ onType, onEscape }: { onType: (text: string) => void; onEscape: () => void }) {
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label="Search and commands"
      onChange={(event) => onType(event.target.value)}
      onKeyDown={({ key }) => key === 'Escape' && onEscape()}
      className="sr-only"
    />
  );
}

/**
 * True if a dialog is open, which may contain work. A dialog beside the page, in its main part, leaves the page usable.
 */
function hasDialog(): boolean {
  return document.querySelector(':is([role=dialog], [role=alertdialog]):not(main *)') !== null;
}

function load() {
  return import('#routes/app/commands/command-menu.tsx');
}

const buttonClass =
  'inline-flex size-11 items-center justify-center gap-2 rounded-medium text-small text-muted transition-tint hover:bg-hover hover:text-ink max-[23rem]:hidden sm:size-9 wide:w-auto wide:border wide:border-line wide:px-3';
