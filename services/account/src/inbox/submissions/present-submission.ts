import type { InboxState } from '@inlet/contracts/inbox-state';
import { noSpam } from '@inlet/contracts/spam';
import type { FileLinks } from '@inlet/crypto/file-links';
import { presentFiles } from '@inlet/submissions/present-files';
import type { SubmissionRow } from '#inbox/submissions/submission-row.ts';

const unsuspicious = JSON.stringify(noSpam);

/**
 * A submission as JSON text, with its fields byte for byte as stored: a parser would change numbers such as 1.0 or one
 * of 20 digits. The column's type, json, guarantees that the text is complete.
 */
export function presentSubmission(row: SubmissionRow, links: FileLinks): string {
  const { id, formId, data, origin, userAgent, isSpam, spam, isChecking, createdAt, ruleErrors, rulesVersion } = row;
  const { confirmation, confirmedAt } = row;
  const files = presentFiles(row.files, (file) => links.urlOf('file', file));
  const head = JSON.stringify({ id, formId });
  const at = createdAt.toISOString();
  const confirmed = { confirmation, confirmedAt: confirmedAt?.toISOString() ?? null };
  const tail = JSON.stringify({
    origin,
    userAgent,
    isSpam,
    isChecking,
    createdAt: at,
    files,
    rulesVersion,
    ...confirmed,
  });
  const verdicts = `"spam":${spam ?? unsuspicious},"ruleErrors":${ruleErrors}`;
  return `${head.slice(0, -1)},"data":${data},${tail.slice(1, -1)},${verdicts}}`;
}

export type ShownState = InboxState & { readonly isTruncated?: true };

/** The same in the inbox, with the state of the work on it. */
export function presentInInbox(row: SubmissionRow, state: ShownState, links: FileLinks): string {
  return `${presentSubmission(row, links).slice(0, -1)},${JSON.stringify(state).slice(1)}`;
}
