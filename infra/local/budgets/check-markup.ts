import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

/** The recommended rules. A rule that is off or relaxed has its reason beside it. */
const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes a slash into void elements, attribute names like its own properties, and `required=""`. A browser
    // reads all three like the shorter forms.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    // Formatters write it in lower case, and HTML allows both.
    'doctype-style': 'off',
    // React starts its generated ids with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // The name of a list describes its items; ARIA allows names of lists.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Styles cannot change the native element in every browser.
    'prefer-native-element': ['error', { exclude: ['progressbar'] }],
  },
};

/** Checks the documents of the build against the rules of HTML: the public pages, and the app's document. */
export async function checkMarkup(dist: string) {
  const names = (await readdir(join(dist, 'pages'), { recursive: true })).filter((name) => name.endsWith('.html'));
  const files = ['index.html', ...names.toSorted().map((name) => join('pages', name))];
  const htmlValidate = new HtmlValidate(new StaticConfigLoader(config));
  const problems: string[] = [];
  let passed = 0;
  for (const file of files) {
    const { results, valid } = await htmlValidate.validateString(await readFile(join(dist, file), 'utf8'));
    if (valid) passed += 1;
    for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages)) {
      problems.push(`${file}:${line}:${column} ${message} (${ruleId})`);
    }
  }
  return { problems, passed };
}
