import ChevronDown from 'virtual:lucide/chevron-down';

export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** Questions that open without JavaScript. */
export function Faq({ title, questions }: { title: string; questions: readonly Question[] }) {
  return (
    <section aria-labelledby="faq" className="mx-auto max-w-[48rem] px-4 pt-24 sm:px-6">
      <h2 id="faq" className="text-title font-semibold">
        {title}
      </h2>
      <div className="mt-6 divide-y divide-line border-line border-y">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex cursor-pointer list-none items-center justify-between gap-4 py-4 font-medium [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                aria-hidden
                size={16}
                strokeWidth={1.75}
                className="shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="pb-5 text-pretty text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
