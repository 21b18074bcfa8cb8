import { Dialog } from '#components/ui/dialog.tsx';
import { commandKey } from '#lib/command-key.ts';
import { useRights } from '#lib/person/use-rights.ts';

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
  /** True if it serves to change submissions. */
  readonly isChange?: boolean;
}

const shortcuts: readonly Shortcut[] = [
  { keys: ['j', 'k'], does: 'Next and previous submission' },
  { keys: ['↑', '↓'], does: 'The same, in the list and in the details' },
  { keys: ['Enter'], does: 'Open the details' },
  { keys: ['Esc'], does: 'Close the details, clear the search or the selection' },
  { keys: ['/'], does: 'Search' },
  { keys: ['x'], does: 'Select; with Shift, all from the one selected before', isChange: true },
  { keys: ['*'], does: 'Select all that are loaded', isChange: true },
  { keys: ['#', 'Delete'], does: 'Delete', isChange: true },
  { keys: ['e'], does: 'Mark as done or open', isChange: true },
  { keys: ['u'], does: 'Mark as read or unread', isChange: true },
  { keys: ['f'], does: 'Add or remove the star', isChange: true },
  { keys: ['s'], does: 'Mark as spam or as not spam', isChange: true },
  { keys: ['z'], does: 'Undo', isChange: true },
  { keys: [commandKey], does: 'Go to another page or form, search, and more' },
  { keys: ['?'], does: 'Show this list' },
];

interface KeyboardHelpProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
}

export function KeyboardHelp({ isOn, onSwitch, onClose }: KeyboardHelpProps) {
  const mayChange = useRights()('submissions:write');
  const known = shortcuts.filter(({ isChange }) => mayChange || !isChange);
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid gap-3">
        {known.map(({ keys, does }) => (
          <div key={does} className="flex items-baseline gap-4 text-small">
            <dt className="flex w-28 shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-small border border-line bg-sunken px-1.5 py-0.5 text-center font-mono text-caption"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex items-center gap-3 border-line border-t pt-4 text-small">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => onSwitch(event.target.checked)}
          className="size-4 accent-accent"
        />
        Enable single-key shortcuts
      </label>
    </Dialog>
  );
}
