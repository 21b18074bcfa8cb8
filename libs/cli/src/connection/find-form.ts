import type { Form } from '@inlet/contracts/forms';
import { CliError } from '#cli-error.ts';
import type { Api } from '#connection/api.ts';
import { listForms } from '#connection/list-forms.ts';
import { exitCodes } from '#exit-codes.ts';

/** The form that FORM names: its id, the id of its endpoint, its endpoint's address, or its name. */
export async function findForm(api: Api, name: string): Promise<Form> {
  const forms = await listForms(api);
  const byId = forms.find((form) => [form.id, form.endpointId, form.endpointUrl].includes(name));
  if (byId) return byId;
  const named = forms.filter((form) => form.name.toLowerCase() === name.toLowerCase());
  const [form, second] = named;
  if (form && !second) return form;
  if (form) {
    throw new CliError(`${named.length} forms are called "${name}".`, {
      next: `Give the id of one instead:${named.map(({ id }) => `\n  ${id}`).join('')}`,
      code: 'ambiguous_form',
      exitCode: exitCodes.usage,
    });
  }
  throw new CliError(`There is no form "${name}".`, {
    next: 'Run `inlet forms` to see the names and ids of your forms.',
    code: 'form_not_found',
    exitCode: exitCodes.notFound,
  });
}
