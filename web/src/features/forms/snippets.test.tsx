import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement, Fragment, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cliSnippet, reactSnippet, scriptSnippet } from '#features/forms/client-snippets.ts';
import { astroSnippet, nextSnippet, svelteSnippet, vueSnippet } from '#features/forms/framework-snippets.ts';
import { curlSnippet, fetchSnippet, htmlSnippet } from '#features/forms/snippets.ts';

const endpointUrl = 'https://forms.example.net/api/forms/k3v9x0q2m7ab';
const endpoint = { endpointUrl, allowedOrigins: ['https://*.example.com'] };
const fetchStub = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  fetchStub.mockReset().mockResolvedValue(Response.json({ success: true }));
  vi.stubGlobal('fetch', fetchStub);
});

describe.each([
  ['script tag', scriptSnippet],
  ['React', reactSnippet],
  ['HTML', htmlSnippet],
  ['fetch', fetchSnippet],
  ['curl', curlSnippet],
  ['Next.js', nextSnippet],
  ['Astro', astroSnippet],
  ['Vue', vueSnippet],
  ['Svelte', svelteSnippet],
])('the %s code', (_name, write) => {
  it('has the address of the form, and names a website that it allows', () => {
    expect(write(endpoint)).toContain(endpointUrl);
    expect(write(endpoint)).toContain('https://www.example.com');
    expect(write({ ...endpoint, allowedOrigins: ['localhost:3000'] })).toContain('http://localhost:3000');
  });

  it('sends files where they are wanted, and only there', () => {
    const files = /type="file" multiple|append\('files'|-F 'files=@/;
    expect(write({ ...endpoint, files: [] })).toMatch(files);
    expect(write(endpoint)).not.toMatch(files);
  });

  it('names none where any website may send', () => {
    expect(write({ ...endpoint, allowedOrigins: [] })).not.toMatch(/For a page of|Origin:/);
  });
});

it('the commands name the form, and a page of a website that it allows', () => {
  const commands = cliSnippet(endpoint);
  expect(commands).toContain("login --url 'https://forms.example.net'");
  expect(commands).toContain('read and write');
  expect(commands).toContain(`listen '${endpointUrl}' --forward-to 3000`);
  expect(commands).toContain(`check 'https://www.example.com/contact' '${endpointUrl}'`);
  expect(cliSnippet({ ...endpoint, allowedOrigins: [] })).not.toMatch(/check|read and write/);
});

describe('an address with quotes in it', () => {
  const hostile = { endpointUrl: `https://a.example/'"; rm -rf ~ #<b>`, allowedOrigins: [] };

  it('does not break out into the shell', () => {
    expect(curlSnippet(hostile)).toContain(`curl 'https://a.example/'\\''"; rm -rf ~ #<b>'`);
  });

  it('does not break out into the page', () => {
    document.body.innerHTML = htmlSnippet(hostile);
    expect(document.querySelector('form')?.getAttribute('action')).toBe(hostile.endpointUrl);
    document.body.innerHTML = '';
  });

  it('does not break out into the script', async () => {
    await runScript(fetchSnippet(hostile));
    expect(fetchStub).toHaveBeenCalledExactlyOnceWith(hostile.endpointUrl, expect.anything());
  });
});

it('the form with files is encoded so that they are sent, and asks for the accepted types', () => {
  document.body.innerHTML = htmlSnippet({ ...endpoint, files: ['.pdf', 'image/*'] });
  expect(document.querySelector('form')?.enctype).toBe('multipart/form-data');
  expect(screen.getByLabelText('Files')).toHaveAttribute('accept', '.pdf,image/*');
  document.body.innerHTML = htmlSnippet(endpoint);
  expect(document.querySelector('form')?.enctype).toBe('application/x-www-form-urlencoded');
  document.body.innerHTML = '';
});

it('the script sends the files of the page', async () => {
  const input = render(<input type="file" aria-label="Files" multiple />).getByLabelText('Files');
  await userEvent.upload(input, [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')]);
  await runScript(fetchSnippet({ ...endpoint, files: [] }));
  const body = fetchStub.mock.calls[0]?.[1].body as FormData;
  expect([body.get('email'), ...body.getAll('files').map((file) => (file as File).name)]).toEqual([
    'ada@example.com',
    'a.txt',
    'b.txt',
  ]);
});

it('the script tag names a version with the hash of its bytes, and works without the script', () => {
  document.body.innerHTML = scriptSnippet({ ...endpoint, files: [] });
  const script = document.querySelector('script');
  expect(script?.src).toMatch(/^https:\/\/forms\.example\.net\/inlet-\d+\.\d+\.\d+\S*\.js$/);
  expect(script?.getAttribute('integrity')).toMatch(/^sha384-[\w+/]{64}$/);
  expect(script?.getAttribute('crossorigin')).toBe('anonymous');
  const form = document.querySelector('form');
  expect([form?.dataset.inlet, form?.method, form?.enctype]).toEqual(['', 'post', 'multipart/form-data']);
  expect(form?.querySelector('[data-inlet-status]')).not.toBeNull();
  document.body.innerHTML = '';
});

it('the component has an input for files', async () => {
  render(createElement(await compile(nextSnippet({ ...endpoint, files: ['.txt'] }))));
  expect(screen.getByLabelText('Files')).toHaveProperty('multiple', true);
  expect(screen.getByLabelText('Files')).toHaveAttribute('accept', '.txt');
});

it('the script fails where the endpoint refuses', async () => {
  fetchStub.mockResolvedValue(Response.json({ success: false, error: 'Origin not allowed' }));
  await expect(runScript(fetchSnippet(endpoint))).rejects.toThrow('Origin not allowed');
});

it('the component sends its fields, and shows the result', async () => {
  render(createElement(await compile(nextSnippet(endpoint))));
  fetchStub.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('That did not work.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/Thank you/)).toBeVisible();
  await waitFor(() => expect(fetchStub).toHaveBeenCalledTimes(2));
  const [url, { method, body }] = fetchStub.mock.calls[1] ?? ['', {}];
  expect([url, method]).toEqual([endpointUrl, 'POST']);
  expect(body instanceof FormData && [...body]).toEqual([
    ['name', 'Ada'],
    ['email', 'ada@example.com'],
    ['message', ''],
  ]);
});

async function runScript(code: string): Promise<void> {
  await new Function(`return (async () => {${code}})()`)();
}

/** Compiles the code as a React project would. */
async function compile(code: string): Promise<() => ReturnType<typeof createElement>> {
  const { transformWithOxc } = await import('vite');
  const { code: script } = await transformWithOxc(code, 'contact-form.tsx', {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
  });
  const body = script.replace(/^import .*$/m, '').replace(/^export /m, '');
  return new Function('h', 'Fragment', 'useState', `${body}\nreturn ContactForm;`)(createElement, Fragment, useState);
}
