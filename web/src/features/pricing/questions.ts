import type { Question } from '#components/site/faq.tsx';

export const pricingQuestions: readonly Question[] = [
  {
    question: 'How do I get a spot?',
    answer:
      'Join the waitlist with your email address. When a spot is yours we send you an invitation, which works once and for 14 days, with a new account or the one that you have. You pay after you have signed in.',
  },
  {
    question: 'Is everything available today?',
    answer:
      'Yes. The list names what you can use from the first day. What we add to Pro while Inlet is in private beta is part of the price.',
  },
  {
    question: 'What if I am not satisfied?',
    answer: 'You get your money back within 30 days of paying. Write to us; no reason is needed.',
  },
  {
    question: 'What happens when I reach my monthly limit?',
    answer:
      'New submissions are refused with a message that says so, until the next calendar month (in UTC) begins or you change your plan. Stored submissions stay, and we warn you from 80 percent on.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'Anytime, in your account settings. Your plan then runs to the end of the period that you have paid for, and until then you can resume it. After that your forms and submissions are kept, and your forms accept 100 submissions a month.',
  },
  {
    question: 'What comes after Early Pro?',
    answer: 'Starter and Pro, at the prices in the table above. You change between plans at any time.',
  },
  {
    question: 'How is it paid?',
    answer: 'By card, through Stripe. Inlet never sees the number of your card.',
  },
];
