import { useReceivedFile } from '#lib/files/use-received-file.ts';
import { useApi } from '#lib/services.tsx';

/** Exports all data of the account as one file. */
export function useExport() {
  const api = useApi();
  return useReceivedFile((signal) => api.open('exportMe', { signal }), 'inlet-export.json');
}
