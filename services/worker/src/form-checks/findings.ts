import { type CheckFinding, type CheckState, findingsMax } from '@inlet/contracts/form-check';
import { recipientsMax } from '@inlet/contracts/notification-limits';
import { targetsMax } from '@inlet/contracts/targets';

type Details = Pick<CheckFinding, 'field' | 'code'>;

/** Submissions, parts of them, or the messages about them are lost. */
export function fault(id: string, message: string, fix: string, details: Details = {}): CheckFinding {
  return { id, level: 'fault', ...details, message, fix };
}

/** Something that is worth knowing, and no reason to worry. */
export function note(id: string, message: string, fix = '', details: Details = {}): CheckFinding {
  return { id, level: 'note', ...details, message, fix };
}

/** Faults first, and not more than a person reads. */
export function sortFindings(findings: readonly CheckFinding[]): CheckFinding[] {
  const isFault = ({ level }: CheckFinding) => level === 'fault';
  return [...findings.filter(isFault), ...findings.filter((one) => !isFault(one))].slice(0, findingsMax);
}

/** What becomes of the test has room beside the page: each recipient, each integration, and a few more. */
const pageFindingsMax = findingsMax - recipientsMax - targetsMax - 5;

/** Adds what was found about the page to what was found so far, as far as there is room. */
export function addOfPage(findings: CheckFinding[], found: readonly CheckFinding[]): void {
  findings.push(...sortFindings(found).slice(0, Math.max(0, pageFindingsMax - findings.length)));
}

export function stateOf(findings: readonly CheckFinding[]): CheckState {
  return findings.some(({ level }) => level === 'fault') ? 'faults' : 'good';
}

export const notFinished = fault(
  'not_finished',
  'The check-up did not end within a minute',
  'Check the page again. If it happens again, one of the integrations or the page is very slow.',
);

const shownMax = 200;

/** The beginning of a text that a page wrote, on one line. */
export function shown(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
  return line.length > shownMax ? `${line.slice(0, shownMax).toWellFormed()}…` : line;
}
