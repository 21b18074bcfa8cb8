import { globSync } from 'node:fs';
import { projectRoot } from '@inlet/local/config';
import { isInProject, readProjectFile } from '#manifests/project-files.ts';

type Stage = ReturnType<typeof parseDockerfile>[number];

/** Yields a sentence for each fault of the Dockerfile. */
export function* judgeDockerfile(text: string) {
  const stages = parseDockerfile(text);
  const final = stages.at(-1);
  if (!final) {
    yield 'The Dockerfile has no stage';
    return;
  }
  for (const { from } of stages) {
    if (!stages.some(({ name }) => name === from) && !isOneVersion(from)) yield `${from} does not name one version`;
  }
  for (const { instructions } of stages) {
    for (const { word, rest } of instructions) {
      if (word === 'COPY') yield* judgeCopy(rest, stages);
      if (word === 'RUN') yield* judgeRun(rest);
    }
  }
  yield* judgeInstall(stages);
  yield* judgeFinal(final);
}

/** Reads a Dockerfile as far as ours go: one instruction a line or continued by a backslash, arguments with defaults. */
function parseDockerfile(text: string) {
  const defaults = new Map<string, string>();
  const stages: { from: string; name: string; instructions: { word: string; rest: string }[] }[] = [];
  // safe because: it reads our own Dockerfiles
  const lines = text.replaceAll(/^\s*#.*$/gm, '').replaceAll(/\\\n/g, ' ');
  // safe because: it reads our own Dockerfiles
  for (const [, word = '', rest = ''] of lines.matchAll(/^ *(\S+) +(.*?) *$/gm)) {
    if (word === 'FROM') {
      const [image = '', , name = String(stages.length)] = rest.split(/\s+/);
      const from = image.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => defaults.get(variable) ?? '');
      stages.push({ from, name, instructions: [] });
    } else if (stages.length > 0) stages.at(-1)?.instructions.push({ word, rest });
    else if (word === 'ARG') defaults.set(rest.split('=')[0] ?? '', rest.split('=')[1] ?? '');
  }
  return stages;
}

/** Whether an image of a registry has a version or a digest. PostgreSQL's versions are two numbers. */
function isOneVersion(image: string): boolean {
  // safe because: it reads the names of images in our own files
  return /:\d+\.\d+\.\d+[\w.-]*$|^postgres:\d+\.\d+-\w+$|@sha256:[0-9a-f]{64}$/.test(image);
}

function* judgeCopy(rest: string, stages: readonly Stage[]) {
  const stage = /(?:^| )--from=(\S+)/.exec(rest)?.[1];
  if (stage === undefined) {
    const sources = rest
      .split(/\s+/)
      .filter((part) => !part.startsWith('--'))
      .slice(0, -1);
    for (const path of sources) if (!isInProject(path)) yield `COPY ${path}, which is not there`;
  } else if (!stages.some(({ name }) => name === stage)) yield `There is no stage ${stage}`;
}

function* judgeRun(rest: string) {
  for (const [, path = ''] of rest.matchAll(/\bnode (\S+\.m?[jt]s)/g)) {
    if (!isInProject(path)) yield `RUN node ${path}, which is not there`;
  }
}

/** npm refuses to install while a workspace's package.json is missing. */
function* judgeInstall(stages: readonly Stage[]) {
  const isInstall = ({ rest }: Stage['instructions'][number]) => rest === 'npm ci';
  const build = stages.find(({ instructions }) => instructions.some(isInstall));
  if (!build) {
    yield 'No stage runs npm ci';
    return;
  }
  const before = build.instructions.slice(0, build.instructions.findIndex(isInstall));
  const copied = before.filter(({ word }) => word === 'COPY').flatMap(({ rest }) => rest.split(/\s+/));
  const { workspaces }: { workspaces: string[] } = JSON.parse(readProjectFile('package.json'));
  const needed = globSync(
    workspaces.map((folder) => `${folder}/package.json`),
    { cwd: projectRoot },
  );
  for (const path of needed) if (!copied.includes(path)) yield `${path} is not there when npm installs`;
}

/** The final stage runs as a numbered user, gets signals itself, and copies only collected files. */
function* judgeFinal({ instructions }: Stage) {
  const last = (word: string) => instructions.findLast((instruction) => instruction.word === word)?.rest ?? '';
  if (!/^[1-9]\d*:[1-9]\d*$/.test(last('USER'))) yield 'The service runs as root, or as a user without a number';
  if (last('ENTRYPOINT') !== '["node"]') yield 'Node is not the first process';
  if (!/^\["src\/[\w-]+\.ts"\]$/.test(last('CMD'))) yield 'The service does not begin with its own program';
  for (const { word, rest } of instructions) {
    if (word === 'RUN') yield 'The image that runs is built upon';
    if (word === 'COPY' && !rest.startsWith('--from=collected ')) yield `The image takes ${rest} along`;
  }
}
