import type { Peer } from '#mapping.ts';

interface PeerExport {
  readonly peer: Peer;
  /** Whether a file with these columns, in lower case, is one of its exports. */
  readonly isIt: (columns: ReadonlySet<string>) => boolean;
  /** Columns that say something about the submission, and that no visitor filled in. */
  readonly leftOut: readonly string[];
}

const hasAll =
  (...names: string[]) =>
  (columns: ReadonlySet<string>) =>
    names.every((name) => columns.has(name));
const hasAny =
  (...names: string[]) =>
  (columns: ReadonlySet<string>) =>
    names.some((name) => columns.has(name));

/** Their marks, from the most certain to the least. */
export const peerExports: readonly PeerExport[] = [
  { peer: 'inlet', isIt: hasAll('formid', 'createdat', 'data'), leftOut: [] },
  { peer: 'inlet', isIt: hasAll('date', 'origin', 'data'), leftOut: ['files', 'link to files'] },
  {
    peer: 'basin',
    isIt: (columns) => hasAny('payload_params')(columns) || hasAll('created_at', 'spam')(columns),
    leftOut: ['id', 'form_id', 'form_name', 'ip', 'user_agent', 'spam', 'read', 'trash', 'updated_at', 'attachments'],
  },
  {
    peer: 'netlify',
    isIt: (columns) =>
      hasAll('created_at')(columns) && hasAny('human_fields', 'ordered_human_fields', 'site_url', 'number')(columns),
    leftOut: ['id', 'number', 'title', 'summary', 'form_id', 'form_name', 'ip', 'user_agent', 'updated_at'],
  },
  { peer: 'netlify', isIt: hasAll('created_at', 'ip', 'user_agent'), leftOut: ['id', 'ip', 'user_agent'] },
  {
    peer: 'formspree',
    isIt: hasAny('_date', '_submitted_at'),
    leftOut: ['_id', '_status', '_spam', '_errors', '_gotcha'],
  },
  { peer: 'google_forms', isIt: hasAny('timestamp', 'zeitstempel', 'horodateur', 'marca temporal'), leftOut: [] },
];
