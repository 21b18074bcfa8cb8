import Download from 'virtual:lucide/download';
import FileText from 'virtual:lucide/file-text';
import type { Rules, RulesInput } from '@inlet/contracts/rules';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Section } from '#components/ui/section.tsx';
import { saveFile } from '#lib/receive-file.ts';

// Dialogs are loaded on demand.
const JsonDialog = lazy(async () => ({
  default: (await import('#features/rules/components/json-dialog.tsx')).JsonDialog,
}));

interface JsonRulesProps {
  readonly rules: RulesInput;
  readonly onRead: (rules: Rules) => void;
}

/** The rules as a document, to keep beside the code of a website or to copy to another form. */
export function JsonRules({ rules, onRead }: JsonRulesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const text = `${JSON.stringify(rules, null, 2)}\n`;
  return (
    <Section title="As JSON" intro="Keep the rules beside your code, or copy them to another form.">
      <div className="mb-3 flex items-center rounded-medium border border-line bg-sunken p-0.5">
        <code className="min-w-0 grow truncate px-3 py-2 font-mono text-caption">rules.json</code>
        <CopyButton text={text} label="Copy the rules" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => saveFile(new Blob([text], { type: 'application/json' }), 'rules.json')}>
          <Download aria-hidden size={16} strokeWidth={1.75} />
          Download
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <FileText aria-hidden size={16} strokeWidth={1.75} />
          Paste or upload
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <JsonDialog
            onRead={(read) => {
              onRead(read);
              setIsOpen(false);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </Section>
  );
}
