/** The parts of `package-lock.json` that are read. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  /** A workspace's name; packages are named by their path. */
  readonly name?: string;
  readonly version?: string;
  /** As an SPDX expression. */
  readonly license?: string;
  /** A checksum, as in `sha512-...`. */
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  /** True if the path is a link to a workspace, whose folder is in `resolved`. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/**
 * Everything that a workspace needs to run, from the lock file. npm's `--omit=dev` with one workspace does not return
 * this: one workspace's test dependency may be another workspace's production dependency, so npm would include test
 * servers.
 */
export function productionClosure(lock: LockFile, workspace: string) {
  /** Folders, such as `libs/queue`. */
  const workspaces = new Set<string>();
  /** Links to them, such as `node_modules/@inlet/queue`. */
  const links = new Set<string>();
  /** Paths of installed packages. */
  const packages = new Set<string>();

  const visit = (place: string) => {
    const known = place.includes('node_modules/') ? packages : workspaces;
    if (known.has(place)) return;
    known.add(place);
    for (const found of placesNeededBy(lock, place)) {
      const { link, resolved } = entryOf(lock, found);
      if (link && resolved !== undefined) {
        links.add(found);
        visit(resolved);
      } else visit(found);
    }
  };
  visit(workspace);
  return { workspaces: [...workspaces].toSorted(), links: [...links].toSorted(), packages: [...packages].toSorted() };
}

/** The paths of a package's dependencies. */
export function placesNeededBy(lock: LockFile, place: string): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, ...rest } = entryOf(lock, place);
  // An optional peer is installed only if another package needs it.
  const peers = Object.keys(peerDependencies).filter((name) => !rest.peerDependenciesMeta?.[name]?.optional);
  const names = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]);
  return [...names].flatMap((name) => {
    const found = findPlace(lock, place, name);
    if (found === null && optionalDependencies[name] === undefined) {
      throw new Error(`${place} needs ${name}, which the lock file has no place for`);
    }
    return found ?? [];
  });
}

function entryOf({ packages }: LockFile, place: string): LockedPackage {
  const entry = packages[place];
  if (!entry) throw new Error(`The lock file does not know ${place}`);
  return entry;
}

/** Searches where Node searches: in the package's own `node_modules`, then in those of the folders around it. */
function findPlace({ packages }: LockFile, from: string, name: string): string | null {
  const parts = from.split('/');
  for (let length = parts.length; length >= 0; length -= 1) {
    if (parts[length - 1] === 'node_modules') continue;
    const place = [...parts.slice(0, length), 'node_modules', name].join('/');
    if (packages[place]) return place;
  }
  return null;
}
