import type { Member } from '@inlet/contracts/workspaces';
import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { TextArea } from '#components/ui/field.tsx';
import { type MentionStart, mentionAt, withMention } from '#features/submissions/mention.ts';

interface MentionFieldProps extends Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'> {
  readonly members: readonly Member[];
  readonly value: string;
  readonly onText: (text: string) => void;
}

const shownMax = 6;

/** A text that mentions members: an `@` opens a list of them, which the arrow keys, Enter and Escape work. */
export function MentionField({ members, value, onText, onBlur, ...props }: MentionFieldProps) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [mention, setMention] = useState<MentionStart | null>(null);
  const [active, setActive] = useState(0);
  const [caret, setCaret] = useState<number | null>(null);
  const offered = mention ? matching(members, mention.word) : [];
  const chosen = Math.min(active, offered.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  // React has set the text by then.
  useLayoutEffect(() => {
    if (caret === null) return;
    input.current?.setSelectionRange(caret, caret);
    setCaret(null);
  }, [caret]);

  function look({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
    setMention(selectionStart === selectionEnd ? mentionAt(text, selectionEnd) : null);
    setActive(0);
  }

  function complete(member: Member): void {
    if (!mention) return;
    const next = withMention(value, mention, member.email);
    onText(next.text);
    setCaret(next.caret);
    setMention(null);
  }

  function followKey(event: KeyboardEvent): void {
    const member = offered[chosen];
    if (!member || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((chosen + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') complete(member);
    else if (event.key === 'Escape') setMention(null);
    else return;
    event.preventDefault();
    // The keys would otherwise close the details as well.
    event.stopPropagation();
  }

  const isOpen = offered.length > 0;
  return (
    <div className="relative">
      <TextArea
        {...props}
        ref={input}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? optionId(chosen) : undefined}
        onChange={(event) => {
          onText(event.target.value);
          look(event.target);
        }}
        onClick={(event) => look(event.currentTarget)}
        onKeyDown={followKey}
        onBlur={(event) => {
          setMention(null);
          onBlur?.(event);
        }}
      />
      <p role="status" className="sr-only">
        {isOpen && `${offered.length === 1 ? '1 member' : `${offered.length} members`}; arrow keys and Enter choose`}
      </p>
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label="Members" className={listClass}>
          {offered.map((member, index) => (
            <button
              key={member.id}
              type="button"
              role="option"
              id={optionId(index)}
              tabIndex={-1}
              aria-selected={index === chosen}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => complete(member)}
              className={optionClass}
            >
              {member.email}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function matching(members: readonly Member[], word: string): Member[] {
  const found = members.filter(({ email }) => email.toLowerCase().includes(word));
  // A complete address needs no list.
  if (found.length === 1 && found[0]?.email.toLowerCase() === word) return [];
  return found
    .toSorted((a, b) => Number(b.email.startsWith(word)) - Number(a.email.startsWith(word)))
    .slice(0, shownMax);
}

const listClass =
  'absolute inset-x-0 top-full z-10 mt-1 rounded-medium border border-line bg-raised p-1 shadow-floating';
const optionClass =
  'block min-h-11 w-full truncate rounded-small px-3 text-left text-small aria-selected:bg-hover sm:min-h-9';
