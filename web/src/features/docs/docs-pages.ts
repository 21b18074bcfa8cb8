/** The front matter of a page. */
export interface DocsPageAbout {
  readonly title: string;
  readonly description: string;
}

export interface DocsPage extends DocsPageAbout {
  /** The name of the page's file. */
  readonly name: string;
  readonly path: string;
}

export interface DocsGroup {
  readonly name: string;
  readonly pages: readonly DocsPage[];
}

const abouts = import.meta.glob<DocsPageAbout>('./pages/*.mdx', {
  eager: true,
  query: '?about',
  import: 'frontmatter',
});

/** The pages in reading order. */
export const docsGroups: readonly DocsGroup[] = [
  group('Start here', ['overview', 'start-without-code', 'quick-start', 'moving']),
  group('Your website', ['client', 'react', 'webflow', 'wordpress', 'framer', 'hugo', 'astro', 'nextjs']),
  group('Receiving forms', [
    'endpoint',
    'fields',
    'rules',
    'hosted-page',
    'responses',
    'after-sending',
    'closing',
    'origins',
    'form-check',
    'spam',
    'idempotency',
  ]),
  group('Working with submissions', [
    'inbox',
    'analytics',
    'notifications',
    'confirmed-addresses',
    'search',
    'exports',
    'retention',
    'webhooks',
    'conditions',
    'api',
    'changes',
    'api-reference',
    'api-integrations',
    'api-account',
    'api-shapes',
    'api-errors',
  ]),
  group('Programs and agents', ['cli', 'pipelines', 'agents']),
  group('Your account and your team', ['workspaces', 'invitations', 'second-factor', 'providers']),
  group('Running Inlet', ['limits', 'performance', 'self-hosting']),
];

export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => pages);

/** The address of a page as Markdown. */
export function markdownPath({ path }: Pick<DocsPage, 'path'>): string {
  return `${path}.md`;
}

function group(name: string, names: readonly string[]): DocsGroup {
  return { name, pages: names.map(pageOf) };
}

function pageOf(name: string): DocsPage {
  const about = abouts[fileOf(name)];
  if (!about) throw new Error(`There is no page ${name}.mdx`);
  return { ...about, name, path: name === 'overview' ? '/docs' : `/docs/${name}` };
}

function fileOf(name: string): string {
  return `./pages/${name}.mdx`;
}
