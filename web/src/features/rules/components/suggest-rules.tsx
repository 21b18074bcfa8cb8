import type { Rules } from '@inlet/contracts/rules';
import { rulesTriedMax } from '@inlet/contracts/saved-rules';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FieldError, TextArea } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import { useSuggestRules } from '#features/rules/api/use-suggest-rules.ts';
import { failureMessage } from '#lib/http.ts';

interface SuggestRulesProps {
  readonly formId: string;
  /** Takes over the suggestion, and returns how many fields are new. */
  readonly onSuggested: (rules: Rules) => number;
}

/** Makes rules from what arrived, or from the HTML of a page. */
export function SuggestRules({ formId, onSuggested }: SuggestRulesProps) {
  const suggestion = useSuggestRules(formId);
  const [html, setHtml] = useState('');
  const [words, setWords] = useState('');

  function suggest(from: string | null) {
    setWords('');
    suggestion.mutate(from, {
      onSuccess: (rules) => setWords(wordsFor(rules, onSuggested(rules), from !== null)),
    });
  }

  const isWorking = (isFromHtml: boolean) => suggestion.isPending && (suggestion.variables !== null) === isFromHtml;
  return (
    <Section title="Suggest" intro="Adds fields that have no rule yet. Nothing is saved until you save.">
      <div className="grid gap-4">
        <Button isLoading={isWorking(false)} onClick={() => suggest(null)}>
          {`From the last ${rulesTriedMax} submissions`}
        </Button>
        <details className="group">
          <summary className="cursor-pointer rounded-small text-small font-medium text-muted select-none hover:text-ink">
            From the HTML of your form
          </summary>
          <div className="mt-3 grid gap-3">
            <TextArea
              label="HTML"
              hint="The form, or the whole page."
              rows={5}
              spellCheck={false}
              autoCapitalize="none"
              value={html}
              onChange={(event) => setHtml(event.target.value)}
            />
            <Button isLoading={isWorking(true)} disabled={html.trim() === ''} onClick={() => suggest(html)}>
              Read the HTML
            </Button>
          </div>
        </details>
      </div>
      <p role="status" className="text-small text-muted not-empty:mt-4">
        {words}
      </p>
      <FieldError>{suggestion.isError ? failureMessage(suggestion.error) : undefined}</FieldError>
    </Section>
  );
}

function wordsFor({ fields }: Rules, added: number, isFromHtml: boolean): string {
  if (added > 0) return 'Look at the added fields, then save.';
  if (fields.length > 0) return 'Every field that was found has a rule already.';
  return isFromHtml ? 'The HTML has no named field.' : 'No submission has a field yet.';
}
