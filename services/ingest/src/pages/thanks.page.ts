import type { RequestHandler } from 'express';

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Thank you</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; }
main { padding: 32px; text-align: center; }
h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; }
p { margin: 0; opacity: 0.75; }
</style>
</head>
<body>
<main>
<h1>Thank you</h1>
<p>Your form was submitted successfully.</p>
</main>
</body>
</html>
`;

/** The page that a submission's `next` leads to when its form names no other. */
export const thanksPage: RequestHandler = (_request, response) => {
  response.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  response.type('html').send(html);
};
