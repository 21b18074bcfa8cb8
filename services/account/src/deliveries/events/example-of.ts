import type { Form } from '@inlet/db/client';
import type { EventSubmission } from '#deliveries/events/events.store.ts';

/** A submission that nobody sent, for a form without any. */
export function exampleOf({ id: formId }: Pick<Form, 'id'>, id: string, createdAt: Date): EventSubmission {
  return {
    id,
    formId,
    data: JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com', message: 'This is a test delivery.' }),
    origin: 'https://example.com',
    userAgent: null,
    isSpam: false,
    createdAt,
  };
}
