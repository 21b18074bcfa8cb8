import { useSite } from '#lib/site.tsx';

/** The operator of this installation. */
export function OperatorDetails() {
  const { name, address, registration, email } = useSite().operator;
  const details = { Name: name, Address: address, Registration: registration, Email: email };
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-medium border border-line bg-surface p-4 sm:grid-cols-[auto_1fr]">
      {Object.entries(details).map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
