import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** True if the form asks for a captcha, which a page without scripts cannot show. */
export function useAsksCaptcha(formId: string): boolean {
  const api = useApi();
  const settings = useQuery({
    queryKey: ['spam-settings', formId],
    queryFn: ({ signal }) => api.call('readSpamSettings', { path: { id: formId }, signal }),
  });
  return settings.data?.captcha != null;
}
