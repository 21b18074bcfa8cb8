import type { Form } from '@inlet/contracts/forms';
import { normaliseOrigin } from '@inlet/contracts/origins';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formKey } from '#features/forms/api/use-form.ts';
import { formsKey } from '#features/forms/api/use-forms.ts';
import { useApi } from '#lib/services.tsx';

interface OriginChange {
  readonly origin: string;
  readonly to: 'allowed' | 'refused';
}

const last = 'It is the only allowed origin now. Without it every website could submit.';

/** Adds a website to the allowed origins of a form, or removes it. */
export function useChangeOrigins(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ origin, to }: OriginChange) => {
      const path = { id: formId };
      // Another page may have changed the list.
      const { allowedOrigins } = await api.call('readForm', { path });
      const others = allowedOrigins.filter((other) => other !== normaliseOrigin(origin));
      const wanted = to === 'allowed' ? [...others, origin] : others;
      // The schemas of forms weigh as much as the rest of the page, and few visits change anything.
      const { allowedOriginsMax } = await import('@inlet/contracts/forms');
      if (wanted.length > allowedOriginsMax) throw new OriginProblem(fullWords(allowedOriginsMax));
      if (wanted.length === 0) throw new OriginProblem(last);
      return api.call('updateForm', { path, body: { allowedOrigins: wanted } });
    },
    async onSuccess(form: Form) {
      // A read that began before the change would restore the old form.
      await queryClient.cancelQueries({ queryKey: formKey(formId) });
      queryClient.setQueryData(formKey(formId), form);
      void queryClient.invalidateQueries({ queryKey: formsKey });
    },
  });
}

function fullWords(max: number): string {
  return `A form can have at most ${max} origins. Remove one in the settings first.`;
}

/** The reason why the list stays unchanged. */
export class OriginProblem extends Error {}
