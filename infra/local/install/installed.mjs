/**
 * True if npm's record of the installation matches the lock file. npm writes this record last, so after an interrupted
 * installation it is absent or differs. The lock file also lists packages for other machines, and packages for
 * developers until one of their commands runs.
 */
export function isInstalled(lock, installed, { forDevelopers }) {
  const wanted = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path.includes('node_modules/') && (forDevelopers || !dev),
  );
  const surplus = Object.keys(installed.packages).some((path) => lock.packages[path] === undefined);
  return !surplus && wanted.every(([path, entry]) => isSame(entry, installed.packages[path]));
}

function isSame(entry, found) {
  if (!found) return entry.optional === true || entry.devOptional === true;
  return found.version === entry.version && found.integrity === entry.integrity;
}
