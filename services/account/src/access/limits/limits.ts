import { confirmationsPerDay } from '@inlet/contracts/notifications';

/** How often something may be tried, from the first attempt until the window is over. */
export interface AttemptLimit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
}

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** Failures of a whole network, an office behind one address among them: 120 guesses an hour at all accounts. */
export const signInsOfNetwork: AttemptLimit = { name: 'sign-in:network', max: 30, windowSeconds: quarterHour };
/** Failures of one account from one network: 960 guesses a day, where a person needs three. */
export const signInsOfAccountInNetwork: AttemptLimit = { name: 'sign-in:both', max: 10, windowSeconds: quarterHour };
/** Failures of one account from everywhere: what many networks together may guess, 2,400 a day. */
export const signInsOfAccount: AttemptLimit = { name: 'sign-in:account', max: 100, windowSeconds: hour };
/** Wrong passwords of somebody who is signed in and wants to change something: a found session is no password. */
export const passwordsOfAccount: AttemptLimit = { name: 'password:account', max: 10, windowSeconds: quarterHour };

export const emailChangesOfAccount: AttemptLimit = { name: 'change-email:account', max: 10, windowSeconds: hour };

/** Requests of a session or a key: ten a second all day, some hundred times what a person at work in the web app sends. */
export const requestsOfAccount: AttemptLimit = { name: 'requests:account', max: 600, windowSeconds: 60 };

/** Mails that strangers can make us send to one address. */
export const mailsToAddress: AttemptLimit = { name: 'mails:address', max: 3, windowSeconds: quarterHour };

/** Mails that ask an address whether it wants the notifications of a form. It may be a stranger's. */
export const confirmationsOfAccount: AttemptLimit = {
  name: 'confirmations:account',
  max: confirmationsPerDay,
  windowSeconds: day,
};
/** The same of all accounts together. */
export const confirmationsToAddress: AttemptLimit = { name: 'confirmations:address', max: 1, windowSeconds: day };
