import CircleCheck from 'virtual:lucide/circle-check';
import CircleX from 'virtual:lucide/circle-x';
import { formatCount } from '@inlet/contracts/counts';
import type { FieldError as BrokenRule } from '@inlet/contracts/field-errors';
import { labelOf } from '@inlet/contracts/field-rule';
import type { RulesInput } from '@inlet/contracts/rules';
import type { TriedRules } from '@inlet/contracts/saved-rules';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FieldError, TextArea } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Trial, useTryRules } from '#features/rules/api/use-try-rules.ts';
import { readFields } from '#features/rules/read-fields.ts';
import { failureMessage } from '#lib/http.ts';

interface TryRulesProps {
  readonly formId: string;
  /** The rules as they are shown, saved or not. */
  readonly rules: RulesInput;
  /** Shows the faults of the rules; true if there are any. */
  readonly hasFaults: () => boolean;
}

/** Says what the rules would do to a submission, and to those that arrived. */
export function TryRules({ formId, rules, hasFaults }: TryRulesProps) {
  const trial = useTryRules(formId);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  function start() {
    const read = readFields(text);
    const fault = 'fault' in read ? read.fault : undefined;
    setError(fault);
    if ('fault' in read) return;
    if (hasFaults()) setError('The rules have faults, which are shown beside their fields.');
    else trial.mutate({ rules, fields: read.fields });
  }

  // A result of other rules would mislead.
  const isCurrent = trial.variables !== undefined && JSON.stringify(trial.variables.rules) === JSON.stringify(rules);
  return (
    <Section title="Try it" intro="Tries the rules as they are here, saved or not.">
      <div className="grid gap-4">
        <TextArea
          label="A submission as JSON"
          hint="Leave it empty to try the submissions that arrived."
          placeholder='{"email": "ada@example.com"}'
          rows={4}
          spellCheck={false}
          autoCapitalize="none"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
          error={error}
        />
        <div>
          <Button isLoading={trial.isPending} onClick={start} className="w-full">
            Try the rules
          </Button>
          <div role="status" className="grid gap-4 text-small not-empty:mt-4">
            {isCurrent && trial.data && <Result result={trial.data} trial={trial.variables} />}
          </div>
          <FieldError>{trial.isError ? failureMessage(trial.error) : undefined}</FieldError>
        </div>
      </div>
    </Section>
  );
}

function Result({ result: { errors, refused, of }, trial }: { result: TriedRules; trial: Trial }) {
  return (
    <>
      {errors && (
        <div>
          <p className={errors.length === 0 ? 'font-medium text-success' : 'font-medium text-danger'}>
            {errors.length === 0
              ? 'The submission keeps every rule.'
              : `It breaks ${formatCount(errors.length, 'rule')}.`}
          </p>
          <ul aria-label="Verdict for each field" className="mt-2 grid gap-2 empty:hidden">
            {namesOf(trial).map((name) => (
              <Verdict
                key={name}
                title={titleOf(trial.rules, name)}
                errors={errors.filter(({ field }) => field === name)}
              />
            ))}
          </ul>
        </div>
      )}
      <p>{wordsFor(refused, of)}</p>
    </>
  );
}

function Verdict({ title, errors }: { title: string; errors: readonly BrokenRule[] }) {
  const isGood = errors.length === 0;
  const Mark = isGood ? CircleCheck : CircleX;
  return (
    <li className="flex gap-2">
      <Mark
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className={`mt-0.5 shrink-0 ${isGood ? 'text-success' : 'text-danger'}`}
      />
      <div className="min-w-0 wrap-anywhere">
        <bdi className="font-medium">{title}</bdi>
        {isGood && <span className="sr-only"> is good</span>}
        {errors.map(({ code, message }) => (
          <p key={code} className="text-muted">
            {message}
          </p>
        ))}
      </div>
    </li>
  );
}

/** The fields with a rule, then those that only the submission has. */
function namesOf({ rules, fields }: Trial): readonly string[] {
  return [...new Set([...rules.fields.map(({ name }) => name), ...Object.keys(fields ?? {})])];
}

function titleOf({ fields }: RulesInput, name: string): string {
  const rule = fields.find((field) => field.name === name);
  return rule ? labelOf(rule) : name || 'No name';
}

function wordsFor(refused: number, of: number): string {
  if (of === 0) return 'No submission has arrived yet.';
  const all = of === 1 ? 'the only submission' : `the last ${of} submissions`;
  if (refused === 0) return `None of ${all} would have been refused.`;
  return `${refused} of ${all} would have been refused.`;
}
