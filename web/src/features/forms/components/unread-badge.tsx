import { unreadAmong } from '@inlet/contracts/unread-among';
import { Badge } from '#components/ui/badge.tsx';

/** What the owner has not read among the newest submissions. */
export function UnreadBadge({ unread = 0 }: { unread: number | undefined }) {
  if (unread === 0) return null;
  return <Badge tone="accent">{`${unread < unreadAmong ? unread : `${unreadAmong - 1}+`} unread`}</Badge>;
}
