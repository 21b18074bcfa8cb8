import type { Mention } from '@inlet/contracts/erasures';

/** The page that shows a mention, where it can be removed. */
export function addressOf({ place, formId, submissionId }: Mention): string {
  // No list has a submission that was set aside.
  if (submissionId !== null && place !== 'set_aside') return `/forms/${formId}?submission=${submissionId}`;
  return `/forms/${formId}${settings[place] ?? ''}`;
}

/** The location of the address: the name of a field, or a part of Inlet. */
export function placeOf({ place, field }: Mention): string {
  return names[place] ?? field ?? 'Field';
}

const settings: Readonly<Record<string, string>> = {
  recipient: '/settings/notifications',
  block_list: '/settings/spam',
};

const names: Readonly<Record<string, string>> = {
  note: 'Your note',
  tag: 'A tag',
  recipient: 'Recipient of notifications',
  block_list: 'Block list',
  view: 'Saved view',
  set_aside: 'Submission on hold',
};
