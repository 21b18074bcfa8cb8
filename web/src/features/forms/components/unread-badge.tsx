import { unreadAmong } from '@inlet/contracts/unread-among';
import { Badge } from '#components/ui/badge.tsx';

/** The number of unread submissions among the newest. */
export function UnreadBadge({ unread = 0 }: { unread: number | undefined }) {
  if (unread === 0) return null;
  return <Badge tone="accent">{`${unread < unreadAmong ? unread : `${unreadAmong - 1}+`} unread`}</Badge>;
}
