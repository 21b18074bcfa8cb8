import { ledgerFault } from '@inlet/service/ledger';
import { type Finding, fault, fine, warning } from '#doctor/finding.ts';

/** Whether what is erased can be written down outside the database: otherwise a restore brings it back. */
export async function lookAtLedger(path: string | undefined): Promise<Finding[]> {
  if (path === undefined) {
    const next = 'Set ERASURE_LEDGER of the worker to a file beside the backups (docs/runbooks/restoring.md).';
    return [warning('No ledger of erasures is kept: a restore brings back what was erased', next)];
  }
  const reason = await ledgerFault(path);
  if (reason === null) return [fine(`The ledger of erasures at ${path} can be written`)];
  const next = 'Erasures stay unfinished until it can: give the worker the right to write there, or make room.';
  return [fault(`The ledger of erasures cannot be written (${reason})`, next)];
}
