import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';
import { type Place, readPlace } from '#yaml/place.ts';
import type { YamlFile } from '#yaml/yaml-file.ts';

/** Runs a call that saves a part of a file. What the installation refuses is an error at the line of this part. */
export async function atPlace<Result>(file: YamlFile, place: Place, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== exitCodes.failed) throw error;
    const { issues, next, code, exitCode } = error;
    const placed = issues.map(({ field, message }) => ({ place: [...place, ...readPlace(field)], message }));
    const faults = placed.length > 0 ? placed : [{ place, message: error.message }];
    throw new CliError(file.failure(faults).message, { next, code, exitCode, issues, cause: error });
  }
}
