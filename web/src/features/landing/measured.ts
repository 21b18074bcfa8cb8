/** Figures of docs/performance.md, which a test holds them against. */
export const measured = [
  {
    figure: '20,741',
    unit: 'a second',
    text: 'Submissions of 1,000 forms, accepted and stored in the database.',
  },
  {
    figure: '21,898',
    unit: 'a second',
    text: 'Submissions accepted through the gateway, each on disk before the response.',
  },
  {
    figure: '3.00',
    unit: 'ms',
    text: 'Median response time at half of the full load.',
  },
] as const;
