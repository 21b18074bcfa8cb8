import { type Rules, rulesModes, unknownFields } from '@inlet/contracts/rules';
import { Choice } from '#components/ui/choice.tsx';
import { Section } from '#components/ui/section.tsx';
import { modeWords, unknownWords } from '#features/rules/rule-words.ts';
import type { RulesDraft } from '#features/rules/rules-draft.ts';

interface ModeChoiceProps {
  readonly draft: RulesDraft;
  readonly onChange: (part: Partial<Pick<Rules, 'mode' | 'unknown'>>) => void;
}

/** What happens to submissions that break a rule. */
export function ModeChoice({ draft, onChange }: ModeChoiceProps) {
  return (
    <Section title="What the rules do">
      <div className="grid gap-6">
        <fieldset>
          <legend className="mb-2 text-small font-medium">If a submission breaks a rule</legend>
          <div className="grid gap-2 lg:grid-cols-3">
            {rulesModes.map((mode) => (
              <Choice
                key={mode}
                type="radio"
                name="mode"
                {...modeWords[mode]}
                isChecked={draft.mode === mode}
                onChange={() => onChange({ mode })}
              />
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="mb-2 text-small font-medium">Fields without a rule</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {unknownFields.map((unknown) => (
              <Choice
                key={unknown}
                type="radio"
                name="unknown"
                {...unknownWords[unknown]}
                isChecked={draft.unknown === unknown}
                onChange={() => onChange({ unknown })}
              />
            ))}
          </div>
        </fieldset>
      </div>
    </Section>
  );
}
