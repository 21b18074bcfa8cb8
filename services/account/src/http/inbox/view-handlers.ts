import type { viewRoutes } from '@inlet/contracts/api/views';
import { isId } from '#access/is-id.ts';
import type { AccountDeps } from '#account-deps.ts';
import { viewNotFound } from '#errors.ts';
import type { Handlers } from '#http/handler.ts';
import { listFields } from '#inbox/columns/list-fields.ts';
import { updateFields } from '#inbox/columns/update-fields.ts';
import { createView, deleteView, listViews, updateView } from '#inbox/views/saved-views.ts';

export function viewHandlers(deps: AccountDeps): Handlers<keyof typeof viewRoutes> {
  return {
    listFields: async ({ form }) => ({ fields: await listFields(deps, form) }),
    updateFields: async ({ actor, form, body }) => {
      await updateFields(deps, actor, form, body.fields);
      return { fields: await listFields(deps, form) };
    },
    listViews: async ({ form }) => ({ views: await listViews(deps, form.id) }),
    createView: ({ actor, form, body }) => createView(deps, actor, form, body),
    updateView: ({ actor, form, path, body }) => updateView(deps, actor, form, idOf(path), body),
    deleteView: ({ actor, form, path }) => deleteView(deps, actor, form, idOf(path)),
  };
}

function idOf({ viewId }: { readonly viewId: string }): string {
  if (!isId(viewId)) throw viewNotFound();
  return viewId;
}
