/**
 * True when what npm says it installed is what the lock file asks for. npm writes its own list last, so after an
 * interrupted installation it is absent or differs. Packages for other machines are in the lock file only.
 * @param {LockFile} lock `package-lock.json`
 * @param {LockFile} installed `node_modules/.package-lock.json`
 * @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }> }} LockFile
 */
export function isInstalled(lock, installed) {
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '' && path.includes('node_modules/'));
  const surplus = Object.keys(installed.packages).some((path) => lock.packages[path] === undefined);
  return !surplus && wanted.every(([path, entry]) => isSame(entry, installed.packages[path]));
}

function isSame(entry, found) {
  if (!found) return entry.optional === true || entry.devOptional === true;
  return found.version === entry.version && found.integrity === entry.integrity;
}
