import { hostname, userInfo } from 'node:os';

/** The name of a key in the list of keys, where a person looks for this machine. */
export function machineName(readUser: () => { readonly username: string } = userInfo, host = hostname()): string {
  const parts = [userNameOf(readUser), host].map((part) => part.replaceAll(/[^\x20-\x7e]/g, ''));
  return (
    parts
      .filter((part) => part !== '')
      .join('@')
      .slice(0, 100) || 'Command line'
  );
}

/** In a container, the user that runs the command may have no account. */
function userNameOf(readUser: () => { readonly username: string }): string {
  try {
    return readUser().username;
  } catch {
    return '';
  }
}
