/** The address in a mail that opens the right view of the sign-in page. */
export function linkTo(
  publicUrl: string,
  mode: 'forgot' | 'reset' | 'confirm-email' | 'verify',
  token?: string,
): string {
  const query = new URLSearchParams({ mode, ...(token !== undefined && { token }) });
  return `${publicUrl}/auth?${query}`;
}
