import type { Mail } from '@inlet/contracts/mail';
import type { MailName } from '#mail-name.ts';
import { accountDeletedMail, idleAccountDeletedMail, workspaceDeletedMail } from '#mails/account-deleted-mail.ts';
import { apiKeyCreatedMail } from '#mails/api-key-created-mail.ts';
import { autoReplyMail } from '#mails/auto-reply-mail.ts';
import { confirmEmailMail } from '#mails/confirm-email-mail.ts';
import { confirmRecipientMail } from '#mails/confirm-recipient-mail.ts';
import { emailChangeRequestedMail } from '#mails/email-change-requested-mail.ts';
import { emailChangedMail } from '#mails/email-changed-mail.ts';
import { emailInUseMail } from '#mails/email-in-use-mail.ts';
import { formAlertMail } from '#mails/form-alert-mail.ts';
import { identityLinkedMail } from '#mails/identity-linked-mail.ts';
import { idleAccountMail } from '#mails/idle-account-mail.ts';
import { invitationMail } from '#mails/invitation-mail.ts';
import { notificationMail } from '#mails/notification-mail.ts';
import { passkeyMail } from '#mails/passkey-mail.ts';
import { passwordChangedMail } from '#mails/password-changed-mail.ts';
import { passwordResetMail } from '#mails/password-reset-mail.ts';
import { paymentDueMail } from '#mails/payment-due-mail.ts';
import { testMail } from '#mails/probes/test-mail.ts';
import { recoveryCodeUsedMail } from '#mails/recovery-code-used-mail.ts';
import { resetPasswordMail } from '#mails/reset-password-mail.ts';
import { spotRefundedMail } from '#mails/spot-refunded-mail.ts';
import { storageMail } from '#mails/storage-mail.ts';
import { subscriptionMail } from '#mails/subscription-mail.ts';
import { targetDisabledMail } from '#mails/target-disabled-mail.ts';
import { twoStepMail } from '#mails/two-step-mail.ts';
import { usageMail } from '#mails/usage-mail.ts';
import { verifyEmailMail } from '#mails/verify-email-mail.ts';
import { waitlistMail } from '#mails/waitlist-mail.ts';
import { welcomeMail } from '#mails/welcome-mail.ts';
import { assignedMail, mentionedMail } from '#mails/work-mail.ts';
import { workspaceInvitationMail } from '#mails/workspace-invitation-mail.ts';
import { readFields } from '#submissions/read-fields.ts';
import { type UnsubscribeUrls, unsubscribeUrls } from '#unsubscribe-tokens.ts';
import { confirmAddressMail } from '#visitors/confirm-address-mail.ts';
import { confirmationUrl } from '#visitors/confirmation-tokens.ts';
import { confirmedMail } from '#visitors/confirmed-mail.ts';

const to = 'ada@example.com';
const token = 'kZ0mJ1q3Vb7w9sXy2TtUoQeRfGhNcLdP5aKiEjMzB48';
const form = { id: '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e', name: 'Contact' };
const work = { form, by: 'grace@example.com' };
const day = new Date('2026-12-01T00:00:00Z');

interface Sampled {
  readonly publicUrl: string;
  readonly unsubscribe: UnsubscribeUrls;
}

const usage = { resource: 'submissions' as const, limit: 5_000, refused: 0, renewsOn: day, canUpgrade: true };
const dataUsage = {
  ...usage,
  resource: 'bytes' as const,
  percent: 80 as const,
  used: 4_200_000_000,
  limit: 5_000_000_000,
};
const confirmed = {
  formName: form.name,
  language: 'en' as const,
  template: { subject: 'Thank you for your message', body: 'Dear {{name}},\n\nwe answer within a day.\n\nThe team' },
  fields: readFields('{"name":"Grace Hopper","email":"ada@example.com","message":"Hello,\\n\\na quote, please?"}'),
  labels: new Map([['message', 'Your message']]),
  hasCopy: true,
};
const storage = { limit: 10_000_000_000, canUpgrade: true };

/** Samples of each mail, in one or more variants. The compiler requires every name. */
const samples: Readonly<Record<MailName, (sampled: Sampled) => Readonly<Record<string, Mail>>>> = {
  'workspace-deleted': () => ({ 'workspace-deleted': workspaceDeletedMail(to, 'Studio North') }),
  'account-deleted': () => ({ 'account-deleted': accountDeletedMail(to) }),
  'api-key-created': ({ publicUrl }) => ({
    'api-key-created': apiKeyCreatedMail(to, publicUrl, {
      name: 'CI',
      scopes: ['forms:read', 'forms:write', 'submissions:read', 'submissions:write', 'integrations:write'],
      expiresAt: null,
    }),
  }),
  assigned: ({ publicUrl }) => ({
    assigned: assignedMail(to, publicUrl, { ...work, count: 1, submissionId: form.id }),
    'assigned-many': assignedMail(to, publicUrl, { ...work, count: 1_200, submissionId: null }),
  }),
  'auto-reply': ({ unsubscribe }) => ({
    'auto-reply': autoReplyMail(
      to,
      { subject: 'Thank you for your message', body: 'We have it, and answer within a day.\n\nThe team\nof Example' },
      unsubscribe,
    ),
  }),
  'confirm-address': ({ publicUrl, unsubscribe }) => ({
    'confirm-address': confirmAddressMail(
      to,
      { formName: form.name, language: 'en', url: confirmationUrl(publicUrl, token) },
      unsubscribe,
    ),
  }),
  confirmed: ({ unsubscribe }) => ({
    'confirmed-copy': confirmedMail(to, { ...confirmed, template: null }, unsubscribe),
    'confirmed-reply': confirmedMail(to, confirmed, unsubscribe),
  }),
  'confirm-email': ({ publicUrl }) => ({ 'confirm-email': confirmEmailMail(to, publicUrl, token) }),
  'confirm-recipient': ({ publicUrl }) => ({
    'confirm-recipient': confirmRecipientMail(to, publicUrl, { formName: form.name, token }),
  }),
  'email-change-requested': ({ publicUrl }) => ({
    'email-change-requested': emailChangeRequestedMail(to, publicUrl, 'new@example.com'),
  }),
  'email-changed': () => ({ 'email-changed': emailChangedMail(to, 'new@example.com') }),
  'email-in-use': ({ publicUrl }) => ({ 'email-in-use': emailInUseMail(to, publicUrl) }),
  'form-alert': ({ publicUrl }) => ({
    'form-silence': formAlertMail(to, publicUrl, form, { kind: 'silence', since: day }),
    'form-surge': formAlertMail(to, publicUrl, form, { kind: 'surge', today: 1_240, usual: 31 }),
    'form-check': formAlertMail(to, publicUrl, form, {
      kind: 'check',
      url: 'https://example.com/contact',
      messages: ['The form of the page is sent to another endpoint: https://inlet.example/f/zzzzzzzzzzzz'],
    }),
  }),
  'identity-linked': ({ publicUrl }) => ({ 'identity-linked': identityLinkedMail(to, publicUrl, 'Google') }),
  'idle-account': ({ publicUrl }) => ({ 'account-idle': idleAccountMail(to, publicUrl, day) }),
  'idle-account-deleted': () => ({ 'account-idle-deleted': idleAccountDeletedMail(to) }),
  'workspace-invitation': ({ publicUrl }) => ({
    'workspace-invitation': workspaceInvitationMail(to, `${publicUrl}/auth?join=${token}`, 'Agency', 'ada@example.com'),
  }),
  invitation: ({ publicUrl }) => ({
    invitation: invitationMail(to, `${publicUrl}/auth?invite=${token}`, { isMember: false, sellsPlans: true }),
  }),
  mentioned: ({ publicUrl }) => ({
    mentioned: mentionedMail(to, publicUrl, {
      ...work,
      submissionId: form.id,
      note: '@ada@example.com, do we deliver to the Azores?\n\nThe customer needs the chairs by May.',
    }),
  }),
  notification: ({ publicUrl, unsubscribe }) => ({
    'notification-one': notifySample(publicUrl, 1, unsubscribe),
    'notification-many': notifySample(publicUrl, 25, unsubscribe),
    digest: notifySample(publicUrl, 3, unsubscribe, true),
  }),
  passkey: ({ publicUrl }) => ({
    'passkey-added': passkeyMail(to, publicUrl, { name: 'Laptop', change: 'added' }),
    'passkey-removed': passkeyMail(to, publicUrl, { name: 'Laptop', change: 'removed' }),
  }),
  'password-changed': ({ publicUrl }) => ({ 'password-changed': passwordChangedMail(to, publicUrl) }),
  'password-reset': ({ publicUrl }) => ({ 'password-reset': passwordResetMail(to, publicUrl) }),
  'payment-due': ({ publicUrl }) => ({ 'payment-due': paymentDueMail(to, publicUrl, day) }),
  'recovery-code-used': ({ publicUrl }) => ({
    'recovery-code-used': recoveryCodeUsedMail(to, publicUrl, 9),
    'recovery-code-last': recoveryCodeUsedMail(to, publicUrl, 0),
  }),
  'reset-password': ({ publicUrl }) => ({ 'reset-password': resetPasswordMail(to, publicUrl, token) }),
  'spot-refunded': ({ publicUrl }) => ({ 'spot-refunded': spotRefundedMail(to, publicUrl) }),
  storage: ({ publicUrl, unsubscribe }) => ({
    'storage-80': storageMail(to, publicUrl, { ...storage, percent: 80, used: 8_100_000_000 }, unsubscribe),
    'storage-100': storageMail(to, publicUrl, { ...storage, percent: 100, used: 10_000_000_000 }, unsubscribe),
  }),
  subscription: ({ publicUrl }) => ({
    'subscription-started': subscriptionMail(to, publicUrl, { kind: 'started', plan: 'early_pro' }),
    'subscription-changed': subscriptionMail(to, publicUrl, { kind: 'changed', plan: 'pro' }),
    'subscription-cancelled': subscriptionMail(to, publicUrl, { kind: 'cancelled', endsAt: day }),
    'subscription-resumed': subscriptionMail(to, publicUrl, { kind: 'resumed', renewsAt: day }),
    'subscription-ended': subscriptionMail(to, publicUrl, { kind: 'ended' }),
  }),
  'target-disabled': ({ publicUrl }) => ({
    'target-gone': targetDisabledMail(to, publicUrl, { form, target: { name: 'CRM', stateReason: 'gone' } }),
    'target-failing': targetDisabledMail(to, publicUrl, { form, target: { name: 'CRM', stateReason: 'failing' } }),
  }),
  test: ({ publicUrl }) => ({ test: testMail(to, publicUrl) }),
  'two-step': ({ publicUrl }) => ({
    'two-step-on': twoStepMail(to, publicUrl, 'on'),
    'two-step-off': twoStepMail(to, publicUrl, 'off'),
    'two-step-reset': twoStepMail(to, publicUrl, 'reset'),
  }),
  usage: ({ publicUrl, unsubscribe }) => ({
    'usage-80': usageMail(to, publicUrl, { ...usage, percent: 80, used: 4_000 }, unsubscribe),
    'usage-data': usageMail(to, publicUrl, dataUsage, unsubscribe),
    'usage-100': usageMail(to, publicUrl, { ...usage, percent: 100, used: 5_000, refused: 301 }, unsubscribe),
  }),
  'verify-email': ({ publicUrl }) => ({ 'verify-email': verifyEmailMail(to, publicUrl, token) }),
  waitlist: ({ publicUrl, unsubscribe }) => ({ waitlist: waitlistMail(to, publicUrl, unsubscribe) }),
  welcome: ({ publicUrl }) => ({
    welcome: welcomeMail(to, publicUrl, token),
    'welcome-invited': welcomeMail(to, publicUrl, null),
  }),
};

/**
 * Every mail that Inlet sends, in each variant. Tests render and sign them, and a command takes screenshots of them.
 */
export function sampleMails(publicUrl: string): Readonly<Record<string, Mail>> {
  const sampled = { publicUrl, unsubscribe: unsubscribeUrls(publicUrl, token) };
  return Object.fromEntries(Object.values(samples).flatMap((sample) => Object.entries(sample(sampled))));
}

function notifySample(publicUrl: string, count: number, unsubscribe: UnsubscribeUrls, isDigest = false): Mail {
  const submissions = Array.from({ length: count }, (_, index) => ({
    id: form.id,
    fields: readFields(
      JSON.stringify({
        name: `Grace Hopper ${index + 1}`,
        email: `grace-${index + 1}@example.com`,
        message: 'Hello,\n\ncould you send me a quote for 20 chairs?\nThank you!',
        newsletter: true,
      }),
    ),
    createdAt: new Date(day.getTime() + index * 60_000),
    subject: null,
    replyTo: null,
  }));
  const notified = { publicUrl, form, isDigest, timeZone: 'Europe/Madrid', submissions, unnamed: 0 };
  return notificationMail(notified)(to, unsubscribe);
}
