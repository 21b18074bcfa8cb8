import type { Mail } from '@inlet/contracts/mail';
import { deliveryDaysMax } from '@inlet/contracts/targets';
import { renderMail } from '#render-mail.ts';

interface Disabled {
  readonly form: { readonly id: string; readonly name: string };
  readonly target: { readonly name: string; readonly stateReason: string | null };
}

/** What happened, as a sentence. */
export function disabledSentence({ form, target }: Disabled): string {
  const reason =
    target.stateReason === 'gone'
      ? 'Its receiver answered that it wants no further deliveries (410 Gone).'
      : 'No delivery has succeeded for three days.';
  return `Inlet delivers nothing to the integration “${target.name}” of your form “${form.name}” any more. ${reason}`;
}

/** Tells an owner that an integration was disabled, and why. */
export function targetDisabledMail(to: string, publicUrl: string, { form, target }: Disabled): Mail {
  return renderMail(to, {
    name: 'target-disabled',
    subject: 'An integration was disabled',
    paragraphs: [
      disabledSentence({ form, target }),
      `Submissions are stored as before. What could not be delivered is kept for ${deliveryDaysMax} days. When the receiver works again, resume the integration, and everything that waits is delivered.`,
    ],
    button: { label: 'Open the integrations', url: `${publicUrl}/forms/${form.id}/integrations` },
    notes: ['The log of deliveries shows the answers of the receiver.'],
  });
}
