/** Figures from docs/performance.md; a test compares both. */
export const measured = [
  {
    figure: '8,207',
    unit: 'a second',
    text: 'Submissions of 1,000 forms, accepted and stored in the database.',
  },
  {
    figure: '4,052',
    unit: 'a second',
    text: 'Submissions accepted through the gateway, each on disk before the response.',
  },
  {
    figure: '5.81',
    unit: 'ms',
    text: 'Median response time at half of the full load.',
  },
] as const;
