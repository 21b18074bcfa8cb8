import type { Form } from '@inlet/contracts/forms';
import type { Rules } from '@inlet/contracts/rules';
import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import type { Api } from '#connection/api.ts';
import { findForm } from '#connection/find-form.ts';
import { exitCodes } from '#exit-codes.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';
import { isTypeName, typeNameOf, writeInterface } from '#types/write-interface.ts';

interface TypesOptions extends CommonOptions {
  readonly name?: string;
}

export function typesCommand(tools: Tools): Command {
  return newCommand({
    usage: 'types <form>',
    summary: 'print a TypeScript interface of the fields',
    description: `Prints a TypeScript interface of the fields of a submission, from the rules of the form. If it has none, the interface comes from the newest submissions, and the API key needs the scope submissions:read.

An HTML form sends every value as text, and an empty text for a field that is not filled in, so the types have both.`,
    examples: [
      ['inlet types contact > src/contact.ts', 'Write the types of a form into your program'],
      ['inlet types contact --name ContactFields', 'Choose the name of the interface'],
    ],
  })
    .option('--name <name>', 'the name of the interface (default: from the name of the form)')
    .action(async (wanted: string, options: TypesOptions) => {
      const { api } = await tools.connect(options);
      if (options.name !== undefined && !isTypeName(options.name)) throw badName(options.name);
      const form = await findForm(api, wanted);
      const { source, version, fields } = await fieldsOf(api, form);
      const name = options.name ?? typeNameOf(form.name);
      const origin =
        source === 'rules' ? `From version ${version} of its rules.` : 'From its newest submissions: it has no rules.';
      const typescript = writeInterface({
        name,
        comment: [`A submission of the form "${form.name}".`, origin],
        fields,
      });
      const shown = { form: { id: form.id, name: form.name }, name, source, version, typescript };
      tools.output(options).result(shown, typescript);
    });
}

interface Fields {
  readonly source: 'rules' | 'submissions';
  readonly version: number;
  readonly fields: Rules['fields'];
}

async function fieldsOf(api: Api, { id, name }: Form): Promise<Fields> {
  const path = { id };
  const { version, fields } = await api.call('readRules', { path });
  if (fields.length > 0) return { source: 'rules', version, fields };
  const suggested = await api.call('suggestRules', { path, body: {} });
  if (suggested.fields.length > 0) return { source: 'submissions', version, fields: suggested.fields };
  throw new CliError(`The form "${name}" has no rules, and nothing came in yet.`, {
    next: `Send a submission, or save rules with \`inlet rules push ${id} FILE\`.`,
    code: 'no_fields',
  });
}

function badName(name: string): CliError {
  return new CliError(`"${name}" cannot be the name of an interface.`, {
    next: 'Give a name that begins with a capital letter, such as ContactFields.',
    code: 'invalid_name',
    exitCode: exitCodes.usage,
  });
}
