import * as z from 'zod';

const addressed = z.array(z.object({ emailAddress: z.string() }));

/** A report of Amazon SES about a mail: a notification (`notificationType`) or an event (`eventType`). */
const sesEventSchema = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: addressed }).optional(),
  complaint: z.object({ complainedRecipients: addressed }).optional(),
});

export interface ReportedAddresses {
  readonly report: 'bounce' | 'complaint';
  readonly emails: readonly string[];
}

/** The addresses that must get no more mail; null for other events and for temporary bounces. */
export function readSesEvent(message: string): ReportedAddresses | null {
  const { notificationType, eventType, bounce, complaint } = sesEventSchema.parse(JSON.parse(message));
  const type = notificationType ?? eventType;
  if (type === 'Bounce' && bounce?.bounceType === 'Permanent') {
    return { report: 'bounce', emails: bounce.bouncedRecipients.map(bareAddress) };
  }
  if (type === 'Complaint' && complaint) {
    return { report: 'complaint', emails: complaint.complainedRecipients.map(bareAddress) };
  }
  return null;
}

/** SES repeats an address as in the mail, which may include a name. */
function bareAddress({ emailAddress }: { readonly emailAddress: string }): string {
  return /<([^<>]+)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress;
}
