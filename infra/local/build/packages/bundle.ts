import { type OutputChunk, type OutputOptions, rolldown } from 'rolldown';

interface Bundle {
  readonly input: string;
  readonly platform: 'browser' | 'node';
  readonly output: OutputOptions;
  /** Packages that stay imports, because npm installs them as well. */
  readonly external?: readonly string[];
}

/** What the browsers know that the client supports, and the oldest Node that runs the command line. */
const targets = { browser: 'es2022', node: 'node20' };

/** Bundles a program; returns its files, and the folders of the packages of others that became part of it. */
export async function bundle({ input, platform, output, external = [] }: Bundle) {
  const isExternal = (id: string) => external.some((name) => id === name || id.startsWith(`${name}/`));
  const build = await rolldown({
    input,
    platform,
    external: isExternal,
    transform: { target: targets[platform] },
    // The entry of a React package begins with 'use client', and the bundle keeps it.
    checks: { moduleLevelDirective: false },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  try {
    const { output: files } = await build.generate({ ...output, minify: true });
    const chunks = files.filter((file): file is OutputChunk => file.type === 'chunk');
    const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
    return { files, packages: [...new Set(modules.flatMap(packageOf))].toSorted() };
  } finally {
    await build.close();
  }
}

// safe because: it reads the paths of installed files
const installed = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

function packageOf(module: string): string[] {
  const [folder] = installed.exec(module) ?? [];
  return folder === undefined ? [] : [folder];
}
