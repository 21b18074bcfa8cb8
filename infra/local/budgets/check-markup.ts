import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

/** The recommended rules. A rule that is off, or looser, has its reason beside it. */
const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes a slash into void elements, names of attributes as its own properties are called, and `required=""`.
    // A browser reads all three as it reads the shorter forms.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    // Formatters write it in small letters, and HTML allows both.
    'doctype-style': 'off',
    // React begins the ids that it makes with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // The name of a list says what it lists; ARIA allows names of lists.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Browsers draw the native element in ways of their own, which no style changes in all of them.
    'prefer-native-element': ['error', { exclude: ['progressbar'] }],
  },
};

/** Holds the documents of the build against the rules of HTML: the public pages, and the one of the app. */
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
