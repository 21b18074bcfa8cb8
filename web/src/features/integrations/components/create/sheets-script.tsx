import script from '@inlet/contracts/presets/google-sheets.gs?raw';
import { CodeBlock } from '#components/ui/code-block.tsx';

/** The program that the owner installs in the spreadsheet. */
export function SheetsScript() {
  return <CodeBlock label="Apps Script" code={script.trimEnd()} copyLabel="Copy the script" />;
}
