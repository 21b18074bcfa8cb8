import type { ApiDocument, OperationObject } from '#openapi/document.ts';
import { escapeHtml, formatText } from '#openapi/page/html.ts';
import { renderFields, renderOperation } from '#openapi/page/render-operation.ts';
import { style } from '#openapi/page/style.ts';
import { shapeId } from '#openapi/page/type-in-words.ts';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** The description as a page for people: plain HTML and CSS, which loads nothing and runs nothing. */
export function renderPage(document: ApiDocument): string {
  const groups = document.tags.map(({ name }) => ({ name, routes: routesOf(document, name) }));
  const shapes = Object.entries(document.components.schemas);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inlet API reference</title>
<style>${style}</style>
</head>
<body>
<div class="page">
<header>
<h1>API reference</h1>
<p>${formatText(document.info.description)}</p>
<p>Programs send an API key or an access token as <code>Authorization: Bearer …</code>. The same description for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Routes">
${groups.map(({ name, routes }) => `<section><h2>${escapeHtml(name)}</h2><ul>${routes.map(renderLink).join('')}</ul></section>`).join('\n')}
<section><h2>Shapes</h2><ul>${shapes.map(([name]) => `<li><a href="#${shapeId(name)}">${name}</a></li>`).join('')}</ul></section>
</nav>
<main>
${groups.map(({ name, routes }) => `<section>\n<h2>${escapeHtml(name)}</h2>\n${routes.map((route) => renderRoute(document, route)).join('\n')}\n</section>`).join('\n')}
<section>
<h2>Shapes</h2>
${shapes.map(([name, schema]) => `<article id="${shapeId(name)}">\n<h3><a href="#${shapeId(name)}">${name}</a></h3>\n${renderFields(schema)}\n</article>`).join('\n')}
</section>
</main>
</div>
</body>
</html>
`;
}

function routesOf({ paths }: ApiDocument, tag: string): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

function renderRoute(document: ApiDocument, { method, path, operation }: Route): string {
  return renderOperation(document, method, path, operation);
}

function renderLink({ operation }: Route): string {
  return `<li><a href="#${operation.operationId}">${formatText(operation.summary)}</a></li>`;
}
