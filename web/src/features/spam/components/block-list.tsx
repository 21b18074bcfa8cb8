import { formatNumber } from '@inlet/contracts/counts';
import { blockListMax } from '@inlet/contracts/spam';
import { TextArea } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import { linesOf } from '#features/spam/spam-draft.ts';

interface BlockListProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

export function BlockList({ value, error, onChange }: BlockListProps) {
  const count = linesOf(value).length;
  return (
    <Section title="Block list" intro="A submission that has one of these is always spam.">
      <TextArea
        label="Words, email addresses and domains"
        hint={`One per line, upper or lower case. A domain stands for all addresses and links of it. ${formatNumber(count)} of ${formatNumber(blockListMax)}.`}
        name="blockList"
        rows={6}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder={'casino\nseo@agency.example\nmailinator.com'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    </Section>
  );
}
