import { STATUS_CODES } from 'node:http';
import type { AnswerObject, ApiDocument, OperationObject, Parameter, Schema } from '#openapi/document.ts';
import { curlExample } from '#openapi/page/curl-example.ts';
import { escapeHtml, formatText } from '#openapi/page/html.ts';
import { typeInWords } from '#openapi/page/type-in-words.ts';

const places = { path: 'in the address', query: 'after the ?', header: 'header' } as const;

/** One route, with all that is said of it. */
export function renderOperation(
  document: ApiDocument,
  method: string,
  path: string,
  operation: OperationObject,
): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return `<article id="${operationId}">
<h3><a href="#${operationId}">${formatText(summary)}</a></h3>
<p class="call"><b>${method.toUpperCase()}</b> <code>${breakable(path)}</code></p>
<p class="access">${formatText(operation['x-access'])}</p>
${description === undefined ? '' : `<p>${formatText(description)}</p>`}
${parameters.length > 0 ? renderParameters(parameters) : ''}
${requestBody ? renderBody(document, requestBody) : ''}
<h4>Answers</h4>
<dl>${Object.entries(responses).map(renderAnswer).join('')}</dl>
<pre tabindex="0" aria-label="Example"><code>${escapeHtml(curlExample(document, method, path, operation))}</code></pre>
</article>`;
}

/** The fields of an object, or of each that it can be. */
export function renderFields(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(renderFields).join('<p class="or">or</p>');
  const required = new Set(schema.required);
  const items = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `<dt><code>${escapeHtml(name)}</code>${required.has(name) ? '' : ' <i>optional</i>'}</dt>
<dd>${typeInWords(field)}${noteOf(field)}${field.properties ? renderFields(field) : ''}</dd>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function renderParameters(parameters: readonly Parameter[]): string {
  const items = parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `<dt><code>${escapeHtml(name)}</code> <i>${places[place]}${required ? '' : ', optional'}</i></dt>
<dd>${typeInWords(schema)}${description === undefined ? '' : `. ${formatText(description)}`}</dd>`,
  );
  return `<h4>Parameters</h4><dl>${items.join('')}</dl>`;
}

function renderBody(document: ApiDocument, { content }: NonNullable<OperationObject['requestBody']>): string {
  const types = Object.keys(content).map((type) => `<code>${escapeHtml(type)}</code>`);
  const ref = Object.values(content)[0]?.schema.$ref ?? '';
  const schema = document.components.schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? {};
  return `<h4>Body</h4><p class="types">${types.join(' or ')}</p>${renderFields(schema)}`;
}

function renderAnswer([status, answer]: [string, AnswerObject]): string {
  const codes = Object.entries(answer['x-codes'] ?? {});
  const phrase = STATUS_CODES[status] ?? '';
  return `<dt><b>${status}</b> <i>${phrase}</i></dt>
<dd>${codes.length > 0 ? codes.map(renderCode).join('<br>') : renderSuccess(answer)}</dd>`;
}

function renderCode([code, message]: [string, string]): string {
  return `<code>${escapeHtml(code)}</code> ${formatText(message)}`;
}

function renderSuccess({ description, content = {} }: AnswerObject): string {
  const shapes = Object.entries(content).map(([type, { schema }]) =>
    schema.$ref === undefined ? `<code>${escapeHtml(type)}</code>` : typeInWords(schema),
  );
  return `${formatText(description)}${shapes.length > 0 ? `: ${shapes.join(' or ')}` : ''}`;
}

function noteOf({ description }: Schema): string {
  return description === undefined ? '' : `. ${formatText(description)}`;
}

/** A long address may break before a part of it. */
function breakable(path: string): string {
  return escapeHtml(path).replaceAll('/', '<wbr>/');
}
