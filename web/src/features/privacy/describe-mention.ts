import type { Mention } from '@inlet/contracts/erasures';

/** The page on which a mention can be looked at and removed. */
export function addressOf({ place, formId, submissionId }: Mention): string {
  // A submission that was set aside is in no list yet.
  if (submissionId !== null && place !== 'set_aside') return `/forms/${formId}?submission=${submissionId}`;
  return `/forms/${formId}${settings[place] ?? ''}`;
}

/** Where the address stands: the name of a field, or a part of Inlet. */
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
