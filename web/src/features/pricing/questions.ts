import type { Question } from '#components/site/faq.tsx';

export const pricingQuestions: readonly Question[] = [
  {
    question: 'How do I get a spot?',
    answer:
      'Join the waitlist with your email address. When a spot is yours we send you an invitation, which works once and for 14 days. You pay after you have signed up.',
  },
  {
    question: 'Is all of it there today?',
    answer:
      'Not yet. Analytics are there for programs, through the API, and get their page in the app later. Webhooks and deletion after 90 days come while Inlet is in private beta as well. All of it is part of the price.',
  },
  {
    question: 'What if I am not satisfied?',
    answer: 'You get your money back within 30 days of paying. Write to us; no reason is needed.',
  },
  {
    question: 'What happens at the limit of a month?',
    answer:
      'New submissions are refused with a message that says so, until the next calendar month (in UTC) begins or you change your plan. Stored submissions stay, and we warn you from 80 percent on.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'Anytime, in the billing portal. Your plan then runs to the end of the period that you have paid for. All plans can be cancelled anytime.',
  },
  {
    question: 'What comes after Early Pro?',
    answer: 'Starter and Pro, which are not sold yet.',
  },
  {
    question: 'How is it paid?',
    answer: 'By card, through Stripe. Inlet never sees the number of your card.',
  },
];
