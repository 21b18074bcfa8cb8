import type { Form } from '@inlet/db/client';
import type { EventSubmission } from '#deliveries/events/events.store.ts';

/** A submission that nobody sent, for a form without any. */
export function exampleOf({ id: formId }: Pick<Form, 'id'>, createdAt = new Date()): EventSubmission {
  return {
    id: '00000000-0000-4000-8000-000000000000',
    formId,
    data: JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com', message: 'This is an example.' }),
    origin: 'https://example.com',
    userAgent: null,
    isSpam: false,
    createdAt,
  };
}
