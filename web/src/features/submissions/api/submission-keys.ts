import type { Filter, Folder } from '#features/submissions/filter.ts';

export const listKey = (formId: string, filter: Filter) => ['submissions', formId, filter.folder, filter] as const;
/** The first page of a list that is not shown yet. */
export const firstPageKey = (formId: string, filter: Filter) => ['first-page', formId, filter] as const;
/** Every list of a form's folder, with any filter. */
export const folderKey = (formId: string, folder: Folder) => ['submissions', formId, folder] as const;
export const totalKey = (formId: string, folder: Folder) => ['submission-total', formId, folder] as const;
export const submissionKey = (formId: string, id: string) => ['submission', formId, id] as const;
export const countsKey = (formId: string) => ['counts', formId] as const;
export const fieldsKey = (formId: string) => ['fields', formId] as const;
export const viewsKey = (formId: string) => ['views', formId] as const;
/** What this tab has changed and the service may not know yet. */
export const changesKey = (formId: string) => ['changes', formId] as const;
