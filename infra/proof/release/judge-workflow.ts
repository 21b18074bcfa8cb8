import { images, platforms } from '@inlet/ops/release/images';
import { parse } from 'yaml';
import { isInProject, readProjectFile } from '#manifests/project-files.ts';
import { type Workflow, workflowSchema } from '#release/workflow.ts';

type Job = Workflow['jobs'][string] & { readonly name: string };
type Step = Job['steps'][number];

/** The permissions of each job. A job that is not listed may only read the code. */
const rights: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  build: { contents: 'read', packages: 'write' },
  sign: { packages: 'write', 'id-token': 'write' },
  publish: { contents: 'write', 'id-token': 'write' },
};
const mayRead = { contents: 'read' };
const pinned = /^\s*(?:- )?uses: (?:\.\/\S+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/;
const checkout = 'actions/checkout@';

/** Yields a sentence for each fault of a workflow that its syntax allows. */
export function* judgeWorkflow(text: string) {
  const { permissions, jobs } = workflowSchema.parse(parse(text));
  if (Object.keys(permissions).length > 0) yield 'Every job has the rights of the workflow';
  for (const line of text.split('\n').filter((one) => /^\s*(?:- )?uses:/.test(one))) {
    if (!pinned.test(line)) yield `${line.trim()} names no commit with its version`;
  }
  for (const [name, fields] of Object.entries(jobs)) yield* judgeJob({ ...fields, name });
}

function* judgeJob(job: Job) {
  const { name, permissions, uses, container, strategy, steps } = job;
  const wanted = rights[name] ?? mayRead;
  if (!isSame(permissions, wanted)) yield `${name} has the rights ${list(permissions)}, and needs ${list(wanted)}`;
  if (!uses && !job['timeout-minutes']) yield `${name} may run for six hours`;
  if (uses && !isInProject(uses)) yield `${name} uses ${uses}, which is not there`;
  if (container && container !== testImage()) yield `${name} runs in ${container}, and services on ${testImage()}`;
  const { image, platform } = strategy?.matrix ?? {};
  if (image && !isSame(image, images)) yield `${name} is for ${image}, and a release has ${images}`;
  if (platform && !isSame(platform, platforms)) yield `${name} is for ${platform}, and a release for ${platforms}`;
  const hasCode = steps.some(({ uses: action }) => action?.startsWith(checkout));
  if (permissions.contents === 'write' && hasCode) yield `${name} runs the code, and may write to it`;
  for (const step of steps) yield* judgeStep(name, step);
}

function* judgeStep(name: string, { uses, run = '', with: inputs }: Step) {
  const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: Record<string, string> };
  for (const [, words = ''] of run.matchAll(/\bnpm ((?:run )?[\w-]+)/g)) {
    if (!Object.hasOwn(scripts, words.replace('run ', ''))) yield `${name} runs npm ${words}, which is not there`;
  }
  // A shell would execute the value of an expression, such as the name of a branch.
  if (run.includes('$' + '{{')) yield `${name} puts an expression into a script: ${run.trim()}`;
  if (typeof inputs.file === 'string' && !isInProject(inputs.file))
    yield `${name} takes ${inputs.file}, which is not there`;
  if (uses?.startsWith(checkout) && inputs['persist-credentials'] !== false)
    yield `${name} keeps the token in the folder`;
}

/** The full variant of the Node image on which services run. */
function testImage(): string | undefined {
  return /^FROM (node:\S+?)-slim(?:@\S+)? AS base$/m.exec(readProjectFile('infra/docker/Dockerfile'))?.[1];
}

function isSame(one: object, other: object): boolean {
  return list(one) === list(other);
}

function list(fields: object): string {
  return JSON.stringify(fields).replaceAll('"', '');
}
