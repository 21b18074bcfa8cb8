/** What a service may read as markup. Here it can only be in the path below which Inlet is installed. */
const markup = /[\\*~`|[\]()<>!&_]/g;

/** The page of a form in the dashboard, or of one of its submissions. No service that reads markup changes it. */
export function dashboardUrl(publicUrl: string, formId: string, submissionId?: string): string {
  const { origin, pathname } = new URL(publicUrl);
  const base = pathname.replace(/\/$/, '').replaceAll(markup, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${origin}${base}/forms/${formId}${submissionId === undefined ? '' : `?submission=${submissionId}`}`;
}
