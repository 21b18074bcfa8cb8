import type { Mail } from '@inlet/contracts/mail';
import { inGigabytes } from '#mails/usage-mail.ts';
import { renderMail } from '#render-mail.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';

export interface StorageShare {
  readonly percent: 80 | 100;
  readonly used: number;
  readonly limit: number;
  /** False if no larger plan can be bought. */
  readonly canUpgrade: boolean;
}

/** Tells an owner how much of the storage the files take. */
export function storageMail(
  to: string,
  publicUrl: string,
  { percent, used, limit, canUpgrade }: StorageShare,
  unsubscribe: UnsubscribeUrls,
): Mail {
  const isFull = percent === 100;
  const wayOut = `Delete submissions with files that you no longer need${canUpgrade ? ', or choose a larger plan' : ''}.`;
  return renderMail(to, {
    name: 'storage',
    kind: 'usage',
    subject: isFull ? 'Your forms take no more files' : 'You have used 80 % of your storage',
    paragraphs: [
      `The files of your forms take ${inGigabytes(used)} of the ${inGigabytes(limit)} GB of storage that your plan includes.`,
      isFull
        ? `Your forms refuse submissions with files until there is room again. Others are taken as before. ${wayOut}`
        : `When all is used, your forms refuse submissions with files. ${wayOut}`,
    ],
    button: { label: canUpgrade ? 'See your plan' : 'Open your dashboard', url: `${publicUrl}/dashboard` },
    unsubscribe,
  });
}
