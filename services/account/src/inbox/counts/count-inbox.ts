import type { InboxCounts } from '@inlet/contracts/inbox-state';
import type { Form, FormTotal } from '@inlet/db/client';
import { toCount } from '@inlet/db/counts';
import { readRefusals } from '@inlet/redis/refusals';
import { countFlagged, countRuleErrors, countUnread, findTags } from '#inbox/counts/counts.store.ts';
import type { Resources } from '#resources.ts';

const flaggedAmong = 1_000;
const ruleErrorsMax = 1_000;
const taggedAmong = 10_000;
const tagsShown = 100;

type CountDeps = Pick<Resources, 'openReads' | 'redis' | 'keys' | 'logger'>;

/** The numbers on the tabs of a form's page. */
export async function countInbox(
  { openReads, redis, keys, logger }: CountDeps,
  form: Form,
  total: FormTotal | null,
): Promise<InboxCounts> {
  const reads = openReads();
  const refusals = readRefusals(redis, keys, form.id).catch((err: unknown) => {
    logger.warn({ err }, 'refusals: count cannot be read');
    return null;
  });
  const [unread, flagged, ruleErrors, tags, report] = await Promise.all([
    countUnread(reads, form),
    countFlagged(reads, form.id, flaggedAmong),
    countRuleErrors(reads, form.id, ruleErrorsMax),
    findTags(reads, form.id, taggedAmong, tagsShown),
    refusals,
  ]);
  return {
    inbox: toCount(total?.submissionCount ?? 0n),
    ...unread,
    spam: toCount(total?.spamCount ?? 0n),
    flagged,
    ruleErrors,
    refused: report && Object.values(report.counts).reduce((sum, count) => sum + count, 0),
    tags,
  };
}
