import { useColleagues } from '#lib/person/use-colleagues.ts';
import { useUser } from '#lib/services.tsx';

/** The member that works on a submission, by the first letter of the address. */
export function AssigneeMark({ assigneeId }: { assigneeId: string }) {
  const { personId } = useUser();
  const member = useColleagues().find(({ id }) => id === assigneeId);
  if (!member) return null;
  const isMe = member.id === personId;
  return (
    <span title={`Assigned to ${isMe ? 'you' : member.email}`} className={isMe ? mineClass : theirsClass}>
      <span aria-hidden>{member.email.charAt(0).toUpperCase()}</span>
      <span className="sr-only">{`Assigned to ${isMe ? 'you' : member.email}`}</span>
    </span>
  );
}

const markClass =
  'relative mr-2 inline-grid size-5 place-items-center rounded-full align-middle text-[0.6875rem] leading-none font-semibold';
const mineClass = `${markClass} bg-accent text-on-accent`;
const theirsClass = `${markClass} border border-line-strong bg-raised text-ink`;
