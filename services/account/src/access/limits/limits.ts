import { testMailsPerHour } from '@inlet/contracts/mail-check';
import { confirmationsPerDay } from '@inlet/contracts/notifications';

/** The number of attempts in a window that starts with the first attempt. */
export interface AttemptLimit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
}

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** Failures of a network, such as an office behind one address: 120 guesses an hour for all accounts. */
export const signInsOfNetwork: AttemptLimit = { name: 'sign-in:network', max: 30, windowSeconds: quarterHour };
/** Failures of an account from one network: 960 guesses a day, while a person needs three. */
export const signInsOfAccountInNetwork: AttemptLimit = { name: 'sign-in:both', max: 10, windowSeconds: quarterHour };
/** Failures of an account from all networks: together they may guess 2,400 times a day. */
export const signInsOfAccount: AttemptLimit = { name: 'sign-in:account', max: 100, windowSeconds: hour };
/** Wrong passwords of a signed-in person who changes something: a stolen session must not reveal the password. */
export const passwordsOfAccount: AttemptLimit = { name: 'password:account', max: 10, windowSeconds: quarterHour };
/**
 * Wrong codes of one person in all: three of a million are right at a time, so somebody who knows the password finds one
 * with a chance of 0.015 % a day. Passkeys and passwords go on.
 */
export const codesOfPerson: AttemptLimit = { name: 'code:person', max: 50, windowSeconds: day };

/** Sign-ins with a provider that a network begins: an office behind one address at nine o'clock. Each is a row. */
export const providerSignInsOfNetwork: AttemptLimit = {
  name: 'provider:network',
  max: 120,
  windowSeconds: quarterHour,
};

/** Requests of machines for a key from all networks: at a kilobyte each, those that are open take 10 MB of Redis. */
export const deviceRequestsOfAll: AttemptLimit = { name: 'device:all', max: 5_000, windowSeconds: 10 * 60 };
/** Wrong codes of a person who answers a machine; a person mistypes twice. */
export const deviceGuessesOfPerson: AttemptLimit = { name: 'device-code:person', max: 10, windowSeconds: quarterHour };
/**
 * The same from one network, as somebody can sign up often: 2,880 a day. There are 20^8 codes, and at most 10,000 are
 * open at a time, so a network finds one with a chance of 0.11 % a day if all are always open, and of 0.00001 % if one
 * is. What it finds is a stranger's machine, which would then send to the finder's workspace.
 */
export const deviceGuessesOfNetwork: AttemptLimit = {
  name: 'device-code:network',
  max: 30,
  windowSeconds: quarterHour,
};

export const emailChangesOfAccount: AttemptLimit = { name: 'change-email:account', max: 10, windowSeconds: hour };

/** Requests of a session or a key: ten a second all day, some hundred times as many as a person in the web app. */
export const requestsOfAccount: AttemptLimit = { name: 'requests:account', max: 600, windowSeconds: 60 };

/** Mails to one address that strangers can cause. */
export const mailsToAddress: AttemptLimit = { name: 'mails:address', max: 3, windowSeconds: quarterHour };

/** Mails by which a person looks whether mails arrive. */
export const testMailsOfPerson: AttemptLimit = {
  name: 'test-mails:person',
  max: testMailsPerHour,
  windowSeconds: hour,
};

/** Mails about work in a workspace to one member: a busy day's work in an hour. */
export const workMailsToMember: AttemptLimit = { name: 'work-mails:member', max: 100, windowSeconds: hour };

/** Mails that ask an address to confirm a form's notifications. The address may belong to a stranger. */
export const confirmationsOfAccount: AttemptLimit = {
  name: 'confirmations:account',
  max: confirmationsPerDay,
  windowSeconds: day,
};
/** The same limit for all accounts together. */
export const confirmationsToAddress: AttemptLimit = { name: 'confirmations:address', max: 1, windowSeconds: day };

/** The page on which a visitor confirms an address. It takes a few queries; an office may share one address. */
export const confirmPageLimit = { name: 'confirm-address:network', max: 120, windowSeconds: 60 } satisfies AttemptLimit;
