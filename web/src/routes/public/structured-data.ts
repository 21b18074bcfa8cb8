import type { Question } from '#components/site/faq.tsx';
import type { StructuredData } from '#routes/public/public-route.ts';

/** Describes the product for search engines. */
export const productData: StructuredData = {
  '@type': 'SoftwareApplication',
  name: 'Inlet',
  url: '%PUBLIC_URL%/',
  image: '%PUBLIC_URL%/previews/index.png',
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  description: 'A hosted backend for website forms: receives submissions, stores them and shows them in a dashboard.',
};

export function questionData(questions: readonly Question[]): StructuredData {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
