import { findProgram } from '@inlet/testing/find-program';
import { loadWithAutocannon } from '#load/autocannon.ts';
import type { RunLoad } from '#load/load.ts';
import { loadWithWrk } from '#load/wrk.ts';

export type Generator = { name: 'wrk' | 'autocannon'; run: RunLoad };

type Options = { path: string; folder: string; signal: AbortSignal };

/** The load generator of this machine: wrk where it is installed, else the one from npm. */
export function findGenerator({ path, folder, signal }: Options): Generator {
  const program = findProgram(['wrk'], path);
  if (program) return { name: 'wrk', run: loadWithWrk({ program, folder, signal }) };
  return { name: 'autocannon', run: loadWithAutocannon({ folder, signal }) };
}
