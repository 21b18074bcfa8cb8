import { type LockFile, placesNeededBy, productionClosure } from '#image/production-closure.ts';

/** A package of others that runs in production. */
export interface ProductionPackage {
  /** Where it stands, as in `node_modules/zod`. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
  readonly license: string | null;
  /** As in `sha512-...`. */
  readonly integrity: string | null;
  /** npm would run a script of it; `.npmrc` says that it does not. */
  readonly hasInstallScript: boolean;
  /** The services that run it. */
  readonly usedBy: readonly string[];
  /** The places of the packages that it needs. */
  readonly needs: readonly string[];
}

/** What the services run that is not ours, by the lock file alone: nothing has to be installed. */
export function listPackages(lock: LockFile, services: readonly string[]): ProductionPackage[] {
  const usedBy = new Map<string, string[]>();
  for (const service of services) {
    for (const place of productionClosure(lock, `services/${service}`).packages) {
      usedBy.set(place, [...(usedBy.get(place) ?? []), service]);
    }
  }
  return [...usedBy].toSorted(byPlace).map(([place, users]) => {
    const { version = '', license, integrity, hasInstallScript, ...entry } = lock.packages[place] ?? {};
    return {
      place,
      name: entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license: license ?? null,
      integrity: integrity ?? null,
      hasInstallScript: hasInstallScript === true,
      usedBy: users,
      needs: placesNeededBy(lock, place).filter((needed) => usedBy.has(needed)),
    };
  });
}

const byPlace = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);
