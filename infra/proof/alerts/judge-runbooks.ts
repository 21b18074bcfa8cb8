export interface Surroundings {
  readonly has: (path: string) => boolean;
  /** The scripts of `npm run`. */
  readonly scripts: ReadonlySet<string>;
}

const legendLink = '(README.md#where-to-type-what)';

/**
 * Returns a sentence for each fault of the runbooks. Their first page, the legend, says what to type for each command,
 * in compose, in Kubernetes and on one machine. The commands of compose are held against its file with those of all
 * other documents.
 */
export function judgeRunbooks(
  legend: string,
  runbooks: ReadonlyMap<string, string>,
  { has, scripts }: Surroundings,
): string[] {
  const all = [...runbooks, ['README.md', legend] as const];
  const known = matchesOf(legend, /^\| ([^|]+) \|/gm).join();
  return [
    ...[...runbooks].flatMap(([name, text]) => [
      ...(text.includes(legendLink) ? [] : [`${name} does not lead to the legend`]),
      ...commandsIn(text)
        .filter((command) => !known.includes(`\`${command}`))
        .map((command) => `${name} speaks of ${command}, which the legend does not know`),
    ]),
    ...all.flatMap(([name, text]) => [
      ...matchesOf(text, /npm run ([\w-]+)/g)
        .filter(([script = '']) => !scripts.has(script))
        .map(([script]) => `${name} speaks of npm run ${script}, which there is not`),
      ...matchesOf(text, /deploy\/(\w+) -- node (src\/[\w-]+\.ts)/g)
        .map(([pod, program]) => `services/${pod}/${program}`)
        .filter((path) => !has(path))
        .map((path) => `${name} runs ${path}, which is not there`),
    ]),
  ];
}

function commandsIn(text: string): string[] {
  const commands = matchesOf(text, /(npm run [\w-]+|\bpsql(?= ")|\bredis-cli(?= ))/g).map(([command = '']) => command);
  return [...new Set(commands)];
}

function matchesOf(text: string, pattern: RegExp): (string | undefined)[][] {
  return [...text.matchAll(pattern)].map(([, ...groups]) => groups);
}
