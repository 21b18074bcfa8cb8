/** The address in a mail that opens the sign-in page at the right place. */
export function linkTo(
  publicUrl: string,
  mode: 'forgot' | 'reset' | 'confirm-email' | 'verify',
  token?: string,
): string {
  const query = new URLSearchParams({ mode, ...(token !== undefined && { token }) });
  return `${publicUrl}/auth?${query}`;
}
