const shape = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<end>[/?#].*)?$/s;
/** Modes of libpq that mean the server which takes writes. */
const writableModes = ['read-write', 'primary'];

/**
 * Reads `postgresql://user:password@host:5432,host:5433/inlet?target_session_attrs=read-write`, and returns an address
 * for each host. It fails with the fault. A message never holds a part of the address, because it has passwords.
 */
export function databaseAddresses(url: string): string[] {
  const { start, hosts, end = '' } = shape.exec(url)?.groups ?? {};
  const names = hosts?.split(',') ?? [];
  const addresses = names.map((host) => `${start}${host}${end}`);
  // One host may be empty: an address of a socket has its folder behind the question mark.
  const isRead =
    addresses.length > 0 &&
    addresses.every((address) => URL.canParse(address)) &&
    (names.length === 1 || !names.includes(''));
  if (!isRead) throw new Error('must be a postgresql:// address');
  const mode = new URLSearchParams(end.replace(/^[^?]*/, '')).get('target_session_attrs');
  if (mode !== null && !writableModes.includes(mode))
    throw new Error(`can only have target_session_attrs=${writableModes.join(' or ')}, because Inlet writes`);
  return addresses;
}
