import Upload from 'virtual:lucide/upload';
import { type DragEvent, useId, useState } from 'react';
import { buttonClass } from '#components/ui/button-class.ts';
import { classNames } from '#components/ui/class-names.ts';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { importFailure } from '#features/imports/import-run.ts';
import { fileBytesMax, type OpenedFile, openFile } from '#features/imports/open-file.ts';
import { formatBytes } from '#lib/wording.ts';

const accepted = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,application/json,application/x-ndjson';

/** Takes a file by a button or by dropping it. The file stays on the person's device until it is checked. */
export function ChooseFile({ onOpened }: { onOpened: (opened: OpenedFile) => void }) {
  const id = useId();
  const [isReading, setIsReading] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const [error, setError] = useState<string>();

  async function open(file: File | undefined): Promise<void> {
    if (!file || isReading) return;
    setError(undefined);
    setIsReading(true);
    try {
      onOpened(await openFile(file, Intl.DateTimeFormat().resolvedOptions().timeZone));
    } catch (cause) {
      setError(importFailure(cause));
    } finally {
      setIsReading(false);
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    void open(event.dataTransfer.files[0]);
  }

  return (
    <Section
      title="File"
      intro={
        <>
          An export of Formspree, Netlify Forms, Basin, Google Forms or Inlet, or any CSV, JSON or NDJSON file.{' '}
          <DocsLink page="moving">Where to get it</DocsLink>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classNames(
          'grid justify-items-center gap-3 rounded-medium border px-4 py-10 text-center text-small text-muted transition-tint',
          isOver ? 'border-accent bg-accent-soft' : 'border-line bg-sunken',
        )}
      >
        <label
          className={`${buttonClass('primary')} cursor-pointer gap-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
        >
          {isReading ? <Spinner label="Reading the file" /> : <Upload aria-hidden size={16} strokeWidth={1.75} />}
          Choose a file
          <input
            type="file"
            accept={accepted}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={(event) => {
              void open(event.target.files?.[0]);
              // The same file can be chosen again once it is corrected.
              event.target.value = '';
            }}
            className="sr-only"
          />
        </label>
        <p id={`${id}-hint`}>
          <span className="max-sm:hidden">or drop it here. </span>
          {`Up to ${formatBytes(fileBytesMax)}.`}
        </p>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Section>
  );
}
