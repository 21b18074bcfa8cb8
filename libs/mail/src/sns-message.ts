import * as z from 'zod';

/** Hosts of Amazon SNS. A message names its own certificate, so a forged one could name another host. */
const snsHost = /^sns\.[a-z0-9-]{1,30}\.amazonaws\.com(?:\.cn)?$/;

const snsUrl = z.url({ protocol: /^https$/, hostname: snsHost }).refine((url) => {
  const { port, username, password } = new URL(url);
  return port === '' && username === '' && password === '';
}, 'must be an address of Amazon SNS');

const shared = {
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64(),
  SigningCertURL: snsUrl.refine((url) => new URL(url).pathname.endsWith('.pem'), 'must be a certificate'),
};

export const snsMessageSchema = z.discriminatedUnion('Type', [
  z.object({ ...shared, Type: z.literal('Notification'), Subject: z.string().optional() }),
  z.object({ ...shared, Type: z.literal('SubscriptionConfirmation'), Token: z.string(), SubscribeURL: snsUrl }),
  z.object({ ...shared, Type: z.literal('UnsubscribeConfirmation'), Token: z.string(), SubscribeURL: snsUrl }),
]);
export type SnsMessage = z.output<typeof snsMessageSchema>;

/** The names and values that SNS signs, in its order. */
export function signedText(message: SnsMessage): string {
  const { MessageId, TopicArn, Message, Timestamp, Type } = message;
  const fields =
    message.Type === 'Notification'
      ? { Message, MessageId, Subject: message.Subject, Timestamp, TopicArn, Type }
      : { Message, MessageId, SubscribeURL: message.SubscribeURL, Timestamp, Token: message.Token, TopicArn, Type };
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('');
}
