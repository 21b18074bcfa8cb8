import Paperclip from 'virtual:lucide/paperclip';
import { formatCount } from '@inlet/contracts/counts';
import type { Submission } from '@inlet/contracts/submissions';

/** The number of files of a submission; renders nothing without files. */
export function FileMark({ submission: { files } }: { submission: Submission }) {
  if (files.length === 0) return null;
  return (
    <span className="mr-2 inline-flex items-center gap-0.5 align-middle text-caption text-muted tabular-nums">
      <Paperclip aria-hidden size={13} strokeWidth={1.75} />
      <span aria-hidden>{files.length}</span>
      <span className="sr-only">{formatCount(files.length, 'file')}</span>
    </span>
  );
}
