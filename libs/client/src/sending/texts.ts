/** What visitors read. Each can be replaced, by an option or by an attribute such as `data-inlet-text-queued`. */
export interface Texts {
  readonly sending: string;
  /** Replaces the message of the form's owner. */
  readonly sent: string;
  readonly sentLater: string;
  readonly queued: string;
  readonly refused: string;
  readonly filesNotQueued: string;
  readonly queueFull: string;
  readonly expired: string;
}

export const defaultTexts: Texts = {
  sending: 'Sending…',
  sent: '',
  sentLater: 'Your saved message was sent.',
  queued: 'Saved. It will be sent when you are online again.',
  refused: 'It could not be sent and is not saved. Please try again.',
  filesNotQueued: 'It could not be sent, and files are not saved for later. Please try again when you are online.',
  queueFull: 'It could not be sent, and too much is saved already. Please try again when you are online.',
  expired: 'A saved message could not be sent for 7 days and was deleted.',
};
