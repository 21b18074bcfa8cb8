import type { CheckFinding } from '@inlet/contracts/form-check';

const messages: Readonly<Record<string, string>> = {
  integration_accepted: 'An integration took the test',
  integration_failed: 'An integration did not take the test',
  integration_paused: 'An integration is paused',
  integration_stopped: 'An integration was stopped',
};
const fix =
  'Its name and its answer are shown to editors, admins and owners, and to API keys with the scope integrations:write.';

/** A finding without the name, the host and the answer of an integration. */
export function hideIntegration(finding: CheckFinding): CheckFinding {
  const { id, level } = finding;
  if (!id.startsWith('integration_')) return finding;
  return { id, level, message: messages[id] ?? 'An integration was tested', fix };
}
