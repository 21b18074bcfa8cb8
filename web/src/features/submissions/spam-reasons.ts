import type { SpamReasonName } from '@inlet/contracts/spam';
import type { Submission } from '@inlet/contracts/submissions';

interface ReasonWords {
  readonly label: string;
  readonly explanation: string;
}

const reasons: Readonly<Record<SpamReasonName, ReasonWords>> = {
  honeypot: { label: 'Hidden field', explanation: 'A field that people do not see was filled in.' },
  blocked: { label: 'Block list', explanation: 'It has a word, an address or a domain of your block list.' },
  duplicate: { label: 'Repeated text', explanation: 'The same text arrived several times within ten minutes.' },
  links: { label: 'Links', explanation: 'It has more links than people usually send.' },
  'random-letters': { label: 'Random letters', explanation: 'Its words look as if a program made them up.' },
  'disposable-address': {
    label: 'Disposable address',
    explanation: 'The email address is of a service for addresses that are thrown away.',
  },
  learned: { label: 'Like your spam', explanation: 'It resembles what you marked as spam.' },
  captcha: { label: 'Captcha', explanation: 'The captcha was not solved.' },
  akismet: { label: 'Akismet', explanation: 'Akismet takes it for spam.' },
  unchecked: {
    label: 'Not checked',
    explanation: 'The service that checks it could not be reached, so it did not count.',
  },
  unfinished: {
    label: 'Not all checks',
    explanation: 'Your own checks took too long for this text, so the rest of them was left out.',
  },
};

/** A reason, worded for the form's owner; a newer service may send reasons that this page does not know. */
export function explainReason(name: string): ReasonWords {
  const known = Object.hasOwn(reasons, name) ? reasons[name as SpamReasonName] : undefined;
  return known ?? { label: name.replaceAll('-', ' '), explanation: '' };
}

export interface Mark {
  readonly tone: 'warning' | 'neutral';
  readonly label: string;
}

/** The note of a list about a submission besides its fields; null for most. */
export function markOf({ isSpam, isChecking, spam }: Submission): Mark | null {
  if (isChecking) return { tone: 'neutral', label: 'Checking' };
  if (isSpam) return { tone: 'neutral', label: mainReason(spam.reasons) };
  return spam.isFlagged ? { tone: 'warning', label: 'May be spam' } : null;
}

function mainReason(all: Submission['spam']['reasons']): string {
  const [first] = all.toSorted((a, b) => b.points - a.points);
  return first ? explainReason(first.name).label : 'Marked by hand';
}
