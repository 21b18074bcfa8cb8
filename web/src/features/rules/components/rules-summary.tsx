import { labelOf } from '@inlet/contracts/field-rule';
import type { SavedRules } from '@inlet/contracts/saved-rules';
import { Section } from '#components/ui/section.tsx';
import { SchemaAddress } from '#features/rules/components/schema-address.tsx';
import { TryRules } from '#features/rules/components/try-rules.tsx';
import { modeWords, summaryOf, unknownWords } from '#features/rules/rule-words.ts';

interface RulesSummaryProps {
  readonly formId: string;
  readonly endpointUrl: string;
  readonly saved: SavedRules;
}

/** The rules of a form for somebody who does not change them. */
export function RulesSummary({ formId, endpointUrl, saved }: RulesSummaryProps) {
  const { mode, unknown, fields } = saved;
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 wide:grid-cols-[minmax(0,1fr)_22rem]">
      <Section
        title={`Rules: ${modeWords[mode].label}`}
        intro={`${modeWords[mode].hint} ${unknownWords[unknown].hint}`}
      >
        {fields.length === 0 ? (
          <p className="text-small text-muted">No field has a rule.</p>
        ) : (
          <ul aria-label="Fields with a rule" className="divide-y divide-line rounded-medium border border-line">
            {fields.map((rule) => (
              <li key={rule.name} className="px-3 py-2 wrap-anywhere">
                <bdi className="text-small font-medium">{labelOf(rule)}</bdi>
                <p className="text-caption text-muted">{summaryOf(rule)}</p>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <div className="grid grid-cols-1 gap-4 sm:gap-6">
        <TryRules
          formId={formId}
          rules={{ mode, unknown, fields }}
          // What is stored has none.
          hasFaults={() => false}
        />
        <SchemaAddress endpointUrl={endpointUrl} saved={saved} />
      </div>
    </div>
  );
}
