import type { Form } from '@inlet/contracts/forms';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { closedWords } from '#features/forms/closing/state-words.ts';
import { useRights } from '#lib/person/use-rights.ts';

/** Tells on a form's page that it takes nothing and how it opens again, or how many of its number are taken. */
export function ClosedNotice({ form }: { form: Form }) {
  const may = useRights();
  const { title, text, action } = closedWords(form);
  return (
    <div className="mb-3 max-md:mt-2">
      <Notice
        tone="info"
        action={may('forms:write') && <ButtonLink to={`/forms/${form.id}/settings/closing`}>{action}</ButtonLink>}
      >
        {title && <strong className="font-medium">{title}</strong>} {text}
      </Notice>
    </div>
  );
}
