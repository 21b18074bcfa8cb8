import Archive from 'virtual:lucide/archive';
import Download from 'virtual:lucide/download';
import FileIcon from 'virtual:lucide/file';
import type { SubmittedFile } from '@inlet/contracts/files';
import type { Submission } from '@inlet/contracts/submissions';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { archive, useDownload } from '#features/submissions/api/use-download.ts';
import { failureMessage } from '#lib/http.ts';
import { formatBytes } from '#lib/wording.ts';

/** The files of a submission, for download. The browser must not display any file: a visitor may have sent anything. */
export function FileList({ submission }: { submission: Submission }) {
  const { files } = submission;
  const download = useDownload(submission);
  const available = files.filter(({ state }) => state === 'available');
  return (
    <section aria-labelledby="files-heading" className="grid grid-cols-1 gap-2 print:break-inside-avoid">
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h3 id="files-heading" className="text-small font-medium">
          {files.length === 1 ? '1 file' : `${files.length} files`}
        </h3>
        {available.length > 1 && (
          <Button
            className="print:hidden"
            isLoading={download.isPending && download.variables === archive}
            onClick={() => download.mutate(archive)}
          >
            <Archive aria-hidden size={16} strokeWidth={1.75} />
            Download all
          </Button>
        )}
      </div>
      {download.isError && <Notice tone="danger">{failureMessage(download.error)}</Notice>}
      <ul className="divide-y divide-line rounded border border-line">
        {files.map((file) => (
          <li key={file.id} className="flex min-h-12 items-center gap-3 py-1.5 pr-1.5 pl-3">
            <FileIcon aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-muted" />
            <div className="min-w-0 grow">
              <p className="truncate text-small">
                <bdi>{file.name}</bdi>
              </p>
              <p className="truncate text-caption text-muted">{wordsOf(file)}</p>
            </div>
            {file.state === 'available' && (
              <span className="print:hidden">
                <IconButton icon={Download} label={`Download ${file.name}`} onClick={() => download.mutate(file.id)} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ state, size, type, field }: SubmittedFile): string {
  if (state === 'scanning') return 'Being scanned for viruses';
  if (state === 'quarantined') return 'A virus was found. It cannot be downloaded.';
  return [formatBytes(size), type, field].filter((word) => word !== '').join(' · ');
}
