import type { RulesInput } from '@inlet/contracts/rules';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export interface Trial {
  readonly rules: RulesInput;
  /** Null to look at the newest submissions alone. */
  readonly fields: Readonly<Record<string, unknown>> | null;
}

/** What some fields break, and how many of the newest submissions break a rule. */
export function useTryRules(formId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ rules, fields }: Trial) =>
      api.call('tryRules', { path: { id: formId }, body: fields === null ? { rules } : { rules, fields } }),
  });
}
