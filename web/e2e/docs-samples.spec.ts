import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Form } from '@inlet/contracts/forms';
import { expect, type Page } from '@playwright/test';
import { nextSnippet } from '#features/forms/framework-snippets.ts';
import { openScene, type Scene } from './docs-scene.ts';
import { test as base } from './fixtures.ts';
import { website } from './inlet.ts';
import { masked, shapeOf } from './samples/compare-answer.ts';
import { bundleScript, reactPage, sveltePage, vuePage } from './samples/component-pages.ts';
import { buildNpmPackages } from './samples/npm-packages.ts';
import { readSamples, type Sample } from './samples/read-samples.ts';
import { checkTypes, runCli, runNode, runPhp, runShell } from './samples/run-program.ts';
import { serveWebsite, type Website } from './samples/serve-pages.ts';

interface Stage {
  readonly scene: Scene;
  readonly site: Website;
}

const root = resolve(import.meta.dirname, '../..');
const samples = readSamples();
const ranBy = (...runs: string[]) => samples.filter(({ words }) => runs.includes(words.run ?? ''));

const test = base.extend<object, { stage: Stage; folder: string }>({
  stage: [
    async ({ playwright }, use, { project }) => {
      const { baseURL = '' } = project.use;
      const [site] = await Promise.all([serveWebsite(), buildNpmPackages()]);
      const request = await playwright.request.newContext({ baseURL });
      const scene = await openScene(request, baseURL, site.origin);
      await use({ scene, site });
      await scene.close();
      await request.dispose();
      await site.close();
    },
    { scope: 'worker' },
  ],
});

test('every sample of the documentation is run, or says why it is not', () => {
  expect(samples.length).toBeGreaterThan(50);
  const known = [
    'page',
    'page-with-script',
    'page-with-beacon',
    'script',
    'react',
    'vue',
    'svelte',
    'shell',
    'cli',
    'stream',
    'node',
    'node-api',
    'node-copy',
  ];
  const unknown = samples.filter(
    ({ language, words }) =>
      language !== 'text' &&
      words.before === undefined &&
      words.answer === undefined &&
      ![...known, 'formspree', 'php', 'npm', 'webhook', 'receipt'].includes(words.run ?? ''),
  );
  expect(unknown.map(({ place }) => place)).toEqual([]);
  const answers = samples.filter(({ words }) => words.answer !== undefined).length;
  expect(samples.filter(({ words, answer }) => answer !== null && words.run === 'shell')).toHaveLength(answers);
});

for (const sample of ranBy('shell')) {
  test(`the command at ${sample.place} does what the page says`, async ({ stage: { scene } }, { outputDir }) => {
    const form = scene.formOf(sample);
    if (sample.code.includes('FORM_ID')) await scene.submit(form);
    const before = await scene.total(form);
    const outcome = await runShellSample(sample, scene, outputDir);
    const isRefused = sample.answer !== null && 'error' in Object(sample.answer.value);
    expect(outcome, outcome.output).toMatchObject({ code: isRefused ? 22 : 0 });
    if (sample.answer) expectAnswer(outcome.output, filledIn(sample.answer, scene, form));
    if (!sample.code.includes('ENDPOINT_ID') || isRefused) return;
    if (sample.words.repeat === 'same') {
      const again = await runShellSample(sample, scene, outputDir);
      expect(JSON.parse(again.output)).toEqual(JSON.parse(outcome.output));
    }
    // A later counted submission shows that the first was stored by now, and the repeat was not.
    await scene.submit(scene.open);
    await scene.waitForTotal(form, before + (form === scene.open ? 2 : 1));
  });
}

for (const sample of ranBy('cli')) {
  test(`the commands at ${sample.place} end well`, async ({ baseURL, stage: { scene } }, { outputDir }) => {
    await mkdir(outputDir, { recursive: true });
    const { INLET_API_KEY: token = '' } = scene.env(sample);
    const env = { INLET_URL: baseURL ?? '', INLET_TOKEN: token, XDG_CONFIG_HOME: outputDir };
    const outcome = await runCli(scene.fill(sample.code, scene.formOf(sample)), { env, cwd: outputDir });
    expect(outcome, outcome.errors).toMatchObject({ code: 0 });
  });
}

async function runShellSample(sample: Sample, scene: Scene, cwd: string) {
  const form = scene.formOf(sample);
  return runShell(`mkdir -p '${cwd}'; cd '${cwd}'\n${scene.fill(sample.code, form)}`, {
    env: scene.env(sample),
    cwd: root,
  });
}

function filledIn(
  { how, value }: NonNullable<Sample['answer']>,
  scene: Scene,
  form: Form,
): NonNullable<Sample['answer']> {
  return { how, value: JSON.parse(scene.fill(JSON.stringify(value), form)) };
}

function expectAnswer(output: string, { how, value }: NonNullable<Sample['answer']>): void {
  const answer: unknown = JSON.parse(output.trim().split('\n')[0] ?? '');
  if (how === 'shape') expect(shapeOf(answer)).toEqual(shapeOf(value));
  else expect(masked(answer)).toEqual(masked(value));
}

for (const sample of ranBy('page', 'page-with-script', 'page-with-beacon', 'react', 'vue', 'svelte')) {
  test(`the form at ${sample.place} is sent and stored`, async ({ page, watch, stage: { scene, site } }) => {
    const { limited } = scene;
    const before = await scene.total(limited);
    for (const origin of [site.origin, website]) watch.expectRequestsTo(origin);
    await page.route(`${website}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Thanks' }));
    const { html, script } = await makePage(sample);
    site.pages.clear();
    site.pages.set('/', scene.fill(html, limited));
    site.pages.set('/sample.js', scene.fill(script, limited));
    site.pages.set('/contact.js', scene.fill(script, limited));
    await page.goto(`${site.origin}/`);
    await fillIn(page);
    await send(page, sample);
    await scene.waitForTotal(limited, before + 1);
  });
}

test('the components for Next.js have no error under strict TypeScript', async ({ baseURL: _baseURL }, {
  outputDir,
}) => {
  const own = nextSnippet({ endpointUrl: 'https://inlet.example/f/abc', allowedOrigins: [website] });
  const found = samples.filter(({ language }) => language === 'tsx').map(({ code }) => code);
  expect(found.length).toBeGreaterThan(0);
  await mkdir(outputDir, { recursive: true });
  for (const [index, code] of [own, ...found].entries()) {
    await writeFile(resolve(outputDir, `sample-${index}.tsx`), code);
    expect(await checkTypes(`sample-${index}.tsx`, { env: {}, cwd: outputDir })).toEqual({
      code: 0,
      output: '',
      errors: '',
    });
  }
});

async function makePage({ words, code, next }: Sample): Promise<{ html: string; script: string }> {
  switch (words.run) {
    case 'react':
      return reactPage(code);
    case 'vue':
      return vuePage(code);
    case 'svelte':
      return sveltePage(code);
    default: {
      const script = next?.words.run === 'script' ? next.code : '';
      return { html: code, script: script.includes('@inlet/') ? await bundleScript(script) : script };
    }
  }
}

async function fillIn(page: Page): Promise<void> {
  const name = page.locator('input[name=name]');
  if ((await name.count()) > 0) await name.fill('Ada');
  const email = page.locator('input[name=email]');
  if ((await email.count()) > 0) await email.fill('ada@example.com');
  const message = page.locator('textarea');
  if ((await message.count()) > 0) await message.fill('Hello');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

/** Presses the button, and waits for the sample's result. */
async function send(page: Page, { code, words }: Sample): Promise<void> {
  const button = page.locator('button');
  if (code.includes('role="status"') || words.run === 'page-with-script') {
    await button.click();
    await expect(page.getByRole('status')).toHaveText('Form submitted successfully');
  } else if (words.run === 'page-with-beacon') {
    await button.click();
  } else if (/name="_(?:redirect|next)"/.test(code)) {
    // No server listens at that address.
    await Promise.all([page.waitForRequest(`${website}/thanks`), button.click()]);
  } else {
    await button.click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  }
}

for (const sample of ranBy('node', 'formspree')) {
  test(`the script at ${sample.place} stores a submission`, async ({ stage: { scene } }) => {
    const before = await scene.total(scene.open);
    const code = scene.fill(sample.code, scene.open);
    const check = sample.words.run === 'formspree' ? "\nif (result.kind !== 'success') throw result;" : '';
    const outcome = await runNode(code + check, { env: scene.env(sample), cwd: root });
    expect(outcome.errors).toBe('');
    await scene.waitForTotal(scene.open, before + 1);
  });
}

for (const sample of ranBy('node-api')) {
  test(`the script at ${sample.place} reads every submission`, async ({ stage: { scene } }) => {
    await scene.submit(scene.limited);
    await expect.poll(() => scene.total(scene.limited)).toBeGreaterThan(0);
    const total = await scene.total(scene.limited);
    const code = scene.fill(sample.code, scene.limited).replace('limit=200', 'limit=2');
    const outcome = await runNode(code, { env: scene.env(sample), cwd: root });
    expect(outcome.errors).toBe('');
    expect(outcome.output.match(/^\d{4}-\d\d-\d\dT/gm)).toHaveLength(total);
  });
}

for (const sample of ranBy('node-copy')) {
  test(`the program at ${sample.place} copies every submission once`, async ({ stage: { scene } }, { outputDir }) => {
    await mkdir(outputDir, { recursive: true });
    const code = scene.fill(sample.code, scene.open);
    const env = { ...scene.env(sample), NODE_NO_WARNINGS: '1' };
    const copyAll = async () => {
      expect((await runNode(code, { env, cwd: outputDir })).errors).toBe('');
    };
    const copied = `
      import { DatabaseSync } from 'node:sqlite';
      const rows = new DatabaseSync('copy.db').prepare('select json from submissions').all();
      console.log(JSON.stringify(rows.map(({ json }) => JSON.parse(json).formId)));`;
    const count = async () => {
      const { output } = await runNode(copied, { env, cwd: outputDir });
      return (JSON.parse(output) as string[]).filter((id) => id === scene.copied.id).length;
    };
    await scene.submit(scene.copied);
    await copyAll();
    expect(await count()).toBe(1);
    await scene.submit(scene.copied);
    await copyAll();
    await copyAll();
    expect(await count()).toBe(2);
    await scene.remove(scene.copied);
    await copyAll();
    expect(await count()).toBe(0);
  });
}

for (const sample of ranBy('stream')) {
  test(`the command at ${sample.place} follows submissions`, async ({ stage: { scene } }) => {
    const code = scene.fill(sample.code, scene.open);
    // The first event comes at once.
    const { output } = await runShell(code, { env: scene.env(sample), cwd: root, until: 'event: changed' });
    expect(output).toContain('event: changed');
  });
}

for (const sample of ranBy('php')) {
  test(`the program at ${sample.place} stores a submission`, async ({ stage: { scene } }, { config }) => {
    const { php = 'php' }: { php?: string } = config.metadata;
    const before = await scene.total(scene.limited);
    const { output } = await runPhp(php, scene.fill(sample.code, scene.limited), { env: {}, cwd: root });
    expect(output).toBe('Form submitted successfully');
    await scene.waitForTotal(scene.limited, before + 1);
  });
}

test('every npm script that the documentation names is there', () => {
  const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  const named = ranBy('npm').map(({ code }) => /^npm (?:run )?(\w+)(?: -- .+)?\n$/.exec(code)?.[1]);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});
