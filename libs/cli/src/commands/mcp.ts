import type { Command } from 'commander';
import { serveMcp } from '#mcp/serve-mcp.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';
import { version } from '#version.ts';

export function mcpCommand(tools: Tools): Command {
  return newCommand({
    usage: 'mcp',
    summary: 'serve your forms to an agent',
    description: `Serves tools over the Model Context Protocol on standard input and output. An agent, such as Claude Code or an editor, starts it.

The tools can do what the API key can do. Without --allow-writes they only read. Submissions are written by strangers, so each result is fenced and marked as untrusted.`,
    examples: [
      ['claude mcp add inlet -- npx @inlet/cli mcp', 'Give Claude Code the tools that read'],
      ['INLET_TOKEN=inlet_… inlet mcp --allow-writes', 'Serve all tools with the rights of one key'],
    ],
  })
    .option('--allow-writes', 'add the tools that change forms, rules, submissions and integrations')
    .action(async (options: CommonOptions & { readonly allowWrites?: true }) => {
      const { api } = await tools.connect(options);
      const allowWrites = options.allowWrites === true;
      await serveMcp({ api, allowWrites, version, input: process.stdin, output: process.stdout });
    });
}
