/**
 * True when what npm says it installed is what the lock file asks for. npm writes its own list last, so after an
 * interrupted installation it is absent or differs. Packages for other machines are in the lock file only, and so are
 * those for developers until a command of theirs runs.
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
