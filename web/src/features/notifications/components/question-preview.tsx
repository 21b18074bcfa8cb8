import { addressConfirmationDays } from '@inlet/contracts/confirmation';
import type { Form } from '@inlet/contracts/forms';
import { wordsOf } from '@inlet/contracts/languages/words';

/** The mail as a visitor gets it, and the words of its page. */
export function QuestionPreview({ form: { name, language } }: { form: Pick<Form, 'name' | 'language'> }) {
  const { say } = wordsOf(language ?? 'en');
  return (
    <section aria-label="Preview of the mail">
      <h3 className="mb-2 text-small font-medium">The mail to the visitor</h3>
      <article lang={language ?? 'en'} className="rounded-medium border border-line bg-canvas p-4 wrap-anywhere">
        <p className="border-line border-b pb-3 font-medium">{say('confirmSubject')}</p>
        <p className="mt-4">{say('confirmLead', { form: name })}</p>
        <p className="mt-4">
          <span className="inline-block rounded-medium bg-accent px-4 py-2 text-small font-medium text-on-accent">
            {say('confirmButton')}
          </span>
        </p>
        <p className="mt-4 text-small text-muted">{say('linkExpiry', { count: addressConfirmationDays })}</p>
        <p className="mt-2 text-small text-muted">{say('confirmIgnore')}</p>
        <p className="mt-4 text-small text-muted">Inlet · {say('unsubscribe')}</p>
      </article>
    </section>
  );
}
