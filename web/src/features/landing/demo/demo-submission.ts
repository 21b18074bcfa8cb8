export interface DemoFields {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

export interface DemoSubmission {
  readonly id: number;
  readonly received: string;
  readonly data: DemoFields;
}

export const demoWebsite = 'https://www.example.com';

/** The submissions before the visitor sends any. */
export const firstSubmissions: readonly DemoSubmission[] = [
  {
    id: 3,
    received: '2 minutes ago',
    data: { name: 'Marta Ruiz', email: 'marta@example.org', message: 'Do you also deliver to Bilbao?' },
  },
  {
    id: 2,
    received: '26 minutes ago',
    data: { name: 'Jonas Weber', email: 'jonas@example.net', message: 'A table for four on Friday at eight, please.' },
  },
  {
    id: 1,
    received: '1 hour ago',
    data: { name: 'Aiko Tanaka', email: 'aiko@example.com', message: 'Thank you, the order arrived this morning.' },
  },
];

/** Adds a new submission at the front. */
export function receive(submissions: readonly DemoSubmission[], data: DemoFields): readonly DemoSubmission[] {
  return [{ id: submissions.length + 1, received: 'Just now', data }, ...submissions];
}
