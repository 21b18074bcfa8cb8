/** The value of a cookie, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  const pair = header?.split(/;\s*/).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) || null;
}
