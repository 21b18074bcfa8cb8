import { databaseAddresses } from '@inlet/process/database-url';

/** The address with other parts, such as another database or user, and with the same hosts. */
export function changeDatabaseUrl(
  url: string,
  change: { readonly username?: string; readonly password?: string; readonly pathname?: string },
): string {
  const hosts = databaseAddresses(url).map((address) => new URL(address).host);
  const { protocol, username, password, pathname, search } = Object.assign(
    new URL(databaseAddresses(url)[0] ?? ''),
    change,
  );
  const login = username === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
  return `${protocol}//${login}${hosts.join()}${pathname}${search}`;
}
