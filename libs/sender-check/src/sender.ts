import type { SenderCheck } from '@inlet/contracts/mail-check';

/** How mails are sent: the settings of the worker. */
export interface SenderSettings {
  /** `SMTP_URL` */
  readonly smtpUrl: string;
  /** `MAIL_FROM` */
  readonly from: string;
  /** `MAIL_BOUNCE_ADDRESS` */
  readonly bounceAddress?: string | undefined;
  readonly dkim?: DkimSettings | undefined;
}

export interface DkimSettings {
  readonly domain: string;
  readonly selector: string;
  /** As PEM. */
  readonly privateKey: string;
}

type Finding = Omit<SenderCheck, 'record'> & Partial<Pick<SenderCheck, 'record'>>;

export function finding({ id, level, message, record = null }: Finding): SenderCheck {
  return { id, level, message, record };
}

/** The address in a sender such as `Inlet <no-reply@example.com>`. */
export function addressOf(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from;
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Last labels that nobody can have in the internet. */
const reserved = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|test|example|invalid|home\.arpa)$/;

/** Whether a name can be found by mail servers elsewhere. */
export function isPublicName(name: string): boolean {
  return name.includes('.') && !reserved.test(name);
}
