/** What visitors read. An option replaces it, or an attribute of the form such as `data-inlet-text-queued`. */
export interface Texts {
  sending: string;
  /** Empty for the message of the form's owner. */
  sent: string;
  queued: string;
  refused: string;
  filesNotQueued: string;
  /** Said of a saved submission, perhaps on a later page. */
  expired: string;
}

export const defaultTexts: Texts = {
  sending: 'Sending…',
  sent: '',
  queued: 'Saved. It will be sent when you are online again.',
  refused: 'Not sent. Please try again.',
  filesNotQueued: 'Not sent: files cannot be saved. Please try again.',
  expired: 'Not sent for 7 days. Please try again.',
};

interface Told {
  readonly state: 'sent' | 'queued' | 'refused';
  readonly code?: string;
  readonly message: string;
}

/** The sentence for the visitor: the page's own, or else the service's. */
export function textOf({ state, code, message }: Told, texts: Texts): string {
  return texts[(code ?? state) as keyof Texts] || message || texts.refused;
}
