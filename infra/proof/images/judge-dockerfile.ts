import { type Instruction, parseDockerfile, type Stage } from '#images/dockerfile.ts';

export interface Project {
  readonly has: (path: string) => boolean;
  /** Folders with a package.json. */
  readonly workspaces: readonly string[];
}

/** Returns a sentence for each fault of the Dockerfile. */
export function judgeDockerfile(text: string, project: Project): string[] {
  const stages = parseDockerfile(text);
  const final = stages.at(-1);
  if (!final) return ['The Dockerfile has no stage'];
  return [
    ...stages.flatMap((stage) => judgeBase(stage, stages)),
    ...stages.flatMap(({ instructions }) => instructions.flatMap((each) => judgePaths(each, stages, project))),
    ...judgeManifests(stages, project),
    ...judgeFinal(final),
  ];
}

/** An image of a registry has a version or a digest. PostgreSQL's versions are two numbers. */
function judgeBase({ from }: Stage, stages: readonly Stage[]): string[] {
  if (stages.some(({ name }) => name === from)) return [];
  return /:\d+\.\d+\.\d+[\w.-]*$|^postgres:\d+\.\d+-\w+$|@sha256:[0-9a-f]{64}$/.test(from)
    ? []
    : [`${from} does not name one version`];
}

function judgePaths({ word, rest }: Instruction, stages: readonly Stage[], { has }: Project): string[] {
  if (word === 'COPY') {
    const words = rest.split(/\s+/);
    const flags = words.filter((part) => part.startsWith('--'));
    const stage = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
    if (stage !== undefined) return stages.some(({ name }) => name === stage) ? [] : [`There is no stage ${stage}`];
    const sources = words.filter((part) => !part.startsWith('--')).slice(0, -1);
    return sources.filter((path) => !has(path)).map((path) => `COPY ${path}, which is not there`);
  }
  if (word === 'RUN') {
    const programs = [...rest.matchAll(/\bnode (\S+\.m?[jt]s)/g)].map(([, program = '']) => program);
    return programs.filter((path) => !has(path)).map((path) => `RUN node ${path}, which is not there`);
  }
  return [];
}

/** npm refuses to install while a workspace's package.json is missing. */
function judgeManifests(stages: readonly Stage[], { workspaces }: Project): string[] {
  const build = stages.find(({ instructions }) => instructions.some(({ rest }) => rest === 'npm ci'));
  if (!build) return ['No stage runs npm ci'];
  const before = build.instructions.slice(
    0,
    build.instructions.findIndex(({ rest }) => rest === 'npm ci'),
  );
  const copied = before.filter(({ word }) => word === 'COPY').flatMap(({ rest }) => rest.split(/\s+/));
  return workspaces
    .filter((folder) => !copied.includes(`${folder}/package.json`))
    .map((folder) => `${folder}/package.json is not there when npm installs`);
}

/** The final stage runs as a numbered user, gets signals itself, and copies only collected files. */
function judgeFinal({ instructions }: Stage): string[] {
  const last = (word: string) => instructions.findLast((instruction) => instruction.word === word)?.rest;
  const copies = instructions.filter(({ word }) => word === 'COPY').map(({ rest }) => rest);
  return [
    ...(/^[1-9]\d*:[1-9]\d*$/.test(last('USER') ?? '')
      ? []
      : ['The service runs as root, or as a user without a number']),
    ...(last('ENTRYPOINT') === '["node"]' ? [] : ['Node is not the first process']),
    ...(/^\["src\/[\w-]+\.ts"\]$/.test(last('CMD') ?? '') ? [] : ['The service does not begin with its own program']),
    ...(instructions.some(({ word }) => word === 'RUN') ? ['The image that runs is built upon'] : []),
    ...copies.filter((rest) => !rest.startsWith('--from=collected ')).map((rest) => `The image takes ${rest} along`),
  ];
}
