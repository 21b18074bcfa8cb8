import * as z from 'zod';

/** Days that the link of a mail that asks a visitor to confirm the address works. */
export const addressConfirmationDays = 7;

/** Days after a submission in which its visitor may click: the mail leaves within one. */
export const clickDaysMax = addressConfirmationDays + 1;

/** Whether the visitor of a submission was asked to confirm the address, or why not. */
export const confirmationStates = ['asked', 'no_address', 'suspicious', 'limit', 'unwanted'] as const;
export type ConfirmationState = (typeof confirmationStates)[number];

export const confirmationFields = {
  confirmation: z.enum(confirmationStates).nullable().meta({
    description:
      'Whether the visitor was asked to confirm the address: `asked`, or not because there is `no_address`, the submission is `suspicious`, the form had reached its `limit` of mails an hour, or mail to the address is `unwanted`, or was enough for a day. Null if the form does not ask, or has not yet.',
  }),
  confirmedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the visitor confirmed the address; null until then.' }),
};
