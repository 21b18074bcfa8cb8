import { TextArea } from '#components/ui/field.tsx';

interface BodyFieldProps {
  readonly value: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The JSON body of a delivery, with placeholders. */
export function BodyField({ value, hint, error, onChange }: BodyFieldProps) {
  return (
    <TextArea
      label="Body, as JSON"
      hint={
        <>
          {hint} <Code>{'{{email}}'}</Code> stands for the value of the field email, <Code>{'{{fields}}'}</Code> for all
          fields, <Code>{'{{form.name}}'}</Code> for the name of the form, <Code>{'{{submission.url}}'}</Code> for its
          page in Inlet. Values are escaped.
        </>
      }
      name="template"
      rows={8}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded-small bg-hover px-1 font-mono text-caption text-ink">{children}</code>;
}
