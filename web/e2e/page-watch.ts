import { type BrowserContext, expect } from '@playwright/test';

export interface PageWatch {
  /** Expects responses with this status: browsers log every refused request to the console. */
  expectStatus(status: number): void;
  /** Expects requests to another website, such as the payment provider's. */
  expectRequestsTo(origin: string): void;
  /** Expects requests that fail in the network. */
  expectNetworkFailure(): void;
  /** Expects a console message of the app itself. */
  expectMessage(message: string): void;
  assertClean(): void;
}

/** Records every error on the console, every violation of the page's policy, and every request to another origin. */
export async function watchPage(context: BrowserContext, baseUrl: string): Promise<PageWatch> {
  const ownOrigin = new URL(baseUrl).origin;
  const faults: string[] = [];
  const expected: RegExp[] = [];

  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== ownOrigin) faults.push(`request to another origin: ${request.url()}`);
  });
  await context.exposeFunction('noteViolation', (violation: string) => faults.push(`policy: ${violation}`));
  await context.addInitScript({ content: noteViolations });

  return {
    expectStatus: (status) => expected.push(new RegExp(`^console: Failed to load resource: .* status of ${status} `)),
    expectRequestsTo: (origin) =>
      expected.push(new RegExp(`^request to another origin: ${origin.replaceAll('.', '\\.')}/`)),
    expectMessage: (message) => expected.push(new RegExp(`^console: ${message}`)),
    expectNetworkFailure: () => expected.push(/^console: Failed to load resource: net::ERR_/),
    assertClean: () => expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([]),
  };
}

const noteViolations = `
  document.addEventListener('securitypolicyviolation', (event) => {
    noteViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile);
  });
`;
