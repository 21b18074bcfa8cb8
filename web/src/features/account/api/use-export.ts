import { useApi } from '#lib/services.tsx';
import { useReceivedFile } from '#lib/use-received-file.ts';

/** Exports all data of the account as one file. */
export function useExport() {
  const api = useApi();
  return useReceivedFile((signal) => api.open('exportMe', { signal }), 'inlet-export.json');
}
