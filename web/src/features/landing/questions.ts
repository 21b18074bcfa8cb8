import type { Question } from '#components/site/faq.tsx';

export interface LandingQuestion extends Question {
  /** True for a question about plans, which installations without payments omit. */
  readonly sellsPlans?: boolean;
}

export const landingQuestions: readonly LandingQuestion[] = [
  {
    question: 'Do I need a server or a script on my website?',
    answer:
      'No. Set the form’s action to the address that Inlet gives you. A visitor who sends it sees a thank-you page, or a page of yours if you name one. A script on the page may send the same as JSON.',
  },
  {
    question: 'What happens to a submission when something breaks?',
    answer:
      'Inlet acknowledges it only when it is on disk. If the database is away, submissions wait in the queue and are stored when it is back. If Inlet cannot store one, the sender gets an error instead of a thank-you page.',
  },
  {
    question: 'Who may send to my form?',
    answer:
      'Each form has a list of allowed websites, exact or with every subdomain. If the list is empty, any website can send.',
  },
  {
    question: 'Can I get my data out?',
    answer:
      'At any time and as a whole, as CSV or NDJSON: from the dashboard, or through the API. When you delete a form, its submissions go with it.',
  },
  {
    question: 'What about the GDPR?',
    answer:
      'You are the controller of what people send through your forms, and we process it for you under a data processing agreement. A form can delete its submissions after a number of days. If a person asks, you find or erase everything about an email address in one step, and get a signed receipt.',
  },
  {
    question: 'Can I use it today?',
    sellsPlans: true,
    answer:
      'Inlet is in private beta, with a few places at a yearly price. Join the waitlist and we write to you. The whole product also runs on your own machine with one command.',
  },
];
