import { useSite } from '#lib/site.tsx';

/** The companies that handle data for the operator, with their purposes. */
export function SubProcessors() {
  const { sellsPlans, operator } = useSite();
  const { hosting, mailDelivery } = operator;
  const rows = [
    { company: hosting, task: 'Hosting: everything that is stored', data: 'Form data, account data' },
    { company: mailDelivery, task: 'Delivers the mails of Inlet', data: 'Email addresses, what the mail says' },
    sellsPlans && {
      company: 'Stripe Payments Europe, Ltd., Ireland',
      task: 'Takes payments and issues invoices',
      data: 'Account holder’s email address and payment data; no form data',
    },
  ].filter((row) => row !== false);
  return (
    <div className="overflow-hidden rounded-medium border border-line">
      <table aria-label="Sub-processors" className="w-full text-left text-small max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="border-line border-b">
            {['Company', 'Task', 'Data'].map((column) => (
              <th key={column} scope="col" className="px-4 py-2.5 font-medium text-muted">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map(({ company, task, data }) => (
            <tr key={task} className="border-line border-b last:border-b-0 max-sm:block max-sm:px-4 max-sm:py-3">
              <td className={`${cellClass} max-sm:font-medium`}>{company}</td>
              <td className={cellClass}>{task}</td>
              <td className={`${cellClass} max-sm:text-muted`}>{data}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cellClass = 'align-top wrap-anywhere max-sm:block sm:px-4 sm:py-2.5';
