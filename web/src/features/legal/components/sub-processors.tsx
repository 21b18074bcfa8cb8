import { useSite } from '#lib/site.tsx';

/** The companies that handle data for the operator, and what each of them does. */
export function SubProcessors() {
  const { hosting, mailDelivery } = useSite().operator;
  const rows = [
    { company: hosting, task: 'Hosting: everything that is stored', data: 'Form data, account data' },
    { company: mailDelivery, task: 'Delivers the mails of Inlet', data: 'Email addresses, what the mail says' },
    {
      company: 'Stripe Payments Europe, Ltd., Ireland',
      task: 'Takes payments and issues invoices',
      data: 'Account holder’s email address and payment data; no form data',
    },
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a narrow screen scrolls it, and the keyboard must be able to
    <section aria-label="Sub-processors" tabIndex={0} className="overflow-x-auto rounded-medium border border-line">
      <table className="w-full min-w-[34rem] text-left text-small">
        <thead>
          <tr className="border-line border-b">
            {['Company', 'Task', 'Data'].map((column) => (
              <th key={column} scope="col" className="px-4 py-2.5 font-medium text-muted">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ company, task, data }) => (
            <tr key={task} className="border-line border-b last:border-b-0">
              <td className="px-4 py-2.5 align-top">{company}</td>
              <td className="px-4 py-2.5 align-top">{task}</td>
              <td className="px-4 py-2.5 align-top">{data}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
