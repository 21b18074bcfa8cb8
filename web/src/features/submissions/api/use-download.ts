import type { Submission } from '@inlet/contracts/submissions';
import { useMutation } from '@tanstack/react-query';
import { followLink } from '#lib/receive-file.ts';
import { useApi } from '#lib/services.tsx';

/** The archive with all files. */
export const archive = 'archive';

/** Downloads a file by its id, or the archive. Links are valid for minutes, so each press asks for a new one. */
export function useDownload({ formId, id }: Pick<Submission, 'formId' | 'id'>) {
  const api = useApi();
  return useMutation({
    mutationFn: async (wanted: string) => {
      const { files, archiveUrl } = await api.call('listFiles', { path: { id: formId, sid: id } });
      const url = wanted === archive ? archiveUrl : files.find((file) => file.id === wanted)?.url;
      if (!url) throw new Error('The file is not there any more.');
      followLink(url);
    },
  });
}
