import Check from 'virtual:lucide/check';
import Copy from 'virtual:lucide/copy';
import { useEffect, useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { copyFeedbackMs, writeClipboard } from '#lib/clipboard.ts';

export function CopyButton({ text, label }: { text: string; label: string }) {
  // A new object at each press, so that pressing again starts the two seconds again.
  const [outcome, setOutcome] = useState<{ readonly isCopied: boolean } | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), copyFeedbackMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    setOutcome({ isCopied: await writeClipboard(text) });
  }

  const isCopied = outcome?.isCopied === true;
  const isRefused = outcome?.isCopied === false;
  return (
    <>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? 'Copied' : label}
        title={outcome === null ? label : undefined}
        onClick={() => void copy()}
        className={isCopied ? 'text-success hover:text-success' : ''}
      />
      <span role="status" className={isRefused ? 'self-center text-caption text-danger' : 'sr-only'}>
        {isCopied && 'Copied to the clipboard'}
        {isRefused && 'Copying is not allowed here'}
      </span>
    </>
  );
}
