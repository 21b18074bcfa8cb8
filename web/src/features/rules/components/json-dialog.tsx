import type { Rules, RulesFault } from '@inlet/contracts/rules';
import { type ChangeEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextArea } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { documentMax, readDocument } from '#features/rules/read-document.ts';

interface JsonDialogProps {
  readonly onRead: (rules: Rules) => void;
  readonly onClose: () => void;
}

/** Reads rules from a pasted text or a file. Faults are listed with their places. */
export function JsonDialog({ onRead, onClose }: JsonDialogProps) {
  const [text, setText] = useState('');
  const [faults, setFaults] = useState<readonly RulesFault[]>([]);

  function change(to: string) {
    setText(to);
    setFaults([]);
  }

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    if (file.size > documentMax) setFaults([{ field: file.name, message: 'The file is too large to be rules.' }]);
    else change(await file.text());
  }

  function read() {
    const found = readDocument(text);
    if ('faults' in found) setFaults(found.faults);
    else onRead(found.rules);
  }

  return (
    <Dialog isOpen onClose={onClose} title="Rules from JSON">
      <div className="grid gap-4">
        <TextArea
          label="JSON"
          hint="Replaces the rules that are shown. Nothing is saved until you save."
          rows={10}
          spellCheck={false}
          autoCapitalize="none"
          value={text}
          onChange={(event) => change(event.target.value)}
        />
        {faults.length > 0 && (
          <Notice tone="danger">
            <ul className="grid max-h-40 gap-1 overflow-y-auto">
              {faults.map(({ field, message }) => (
                <li key={`${field} ${message}`} className="wrap-anywhere">
                  {field !== '' && <code className="font-mono text-caption">{field}</code>} {message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <label
          className={`${buttonClass('secondary')} mr-auto cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
        >
          Upload
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => void upload(event)}
            className="sr-only"
          />
        </label>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={text.trim() === ''} onClick={read}>
          Use these rules
        </Button>
      </div>
    </Dialog>
  );
}
