import type { DnsRecord, SenderCheck } from '@inlet/contracts/mail-check';
import { Badge } from '#components/ui/badge.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';

const names: Readonly<Record<SenderCheck['id'], string>> = {
  sender: 'Sender',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  'reverse-dns': 'Reverse DNS',
  tls: 'TLS of the mail server',
};

const levels = {
  ok: { tone: 'success', label: 'In order' },
  warning: { tone: 'warning', label: 'Warning' },
  fault: { tone: 'danger', label: 'Fault' },
  unknown: { tone: 'neutral', label: 'Not known' },
} as const;

export function CheckRow({ check }: { readonly check: SenderCheck }) {
  const { tone, label } = levels[check.level];
  const name = names[check.id];
  return (
    <li className="py-4">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small font-medium">
        {name}
        <Badge tone={tone}>{label}</Badge>
      </h3>
      <p className="mt-1 text-small text-pretty text-muted wrap-anywhere">{check.message}</p>
      {check.record && <RecordToAdd name={name} record={check.record} />}
    </li>
  );
}

function RecordToAdd({ name, record }: { readonly name: string; readonly record: DnsRecord }) {
  return (
    <dl className="mt-3 grid grid-cols-1 gap-x-4 gap-y-1 text-small sm:grid-cols-[4.5rem_minmax(0,1fr)] sm:gap-y-2">
      <dt className="text-muted">Type</dt>
      <dd>{record.type === 'PTR' ? 'PTR, set by the owner of the address' : record.type}</dd>
      <dt className="text-muted sm:pt-2.5">Name</dt>
      <dd>
        <CodeBlock label={`Name of the ${name} record`} code={record.name} copyLabel="Copy the name" wraps />
      </dd>
      <dt className="text-muted sm:pt-2.5">Value</dt>
      <dd>
        <CodeBlock label={`Value of the ${name} record`} code={record.value} copyLabel="Copy the value" wraps />
      </dd>
      {record.replaces !== null && (
        <>
          <dt className="text-muted">Instead of</dt>
          <dd className="font-mono text-caption leading-5 text-muted wrap-anywhere">{record.replaces}</dd>
        </>
      )}
    </dl>
  );
}
