import { maximumAges } from '@inlet/contracts/maximum-ages';
import { docsElements } from '#features/docs/components/docs-elements.tsx';

/** The table of all data that expires. */
export function MaximumAges() {
  const Table = docsElements.table;
  return (
    <Table>
      <thead>
        <tr>
          <th>What</th>
          <th>Kept for</th>
        </tr>
      </thead>
      <tbody>
        {Object.values(maximumAges).map(({ what, kept }) => (
          <tr key={what}>
            <td>{what}</td>
            <td>{kept}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
