import { CodeBlock } from '#components/ui/code-block.tsx';
import { useSite } from '#lib/site.tsx';

export function DemoCode() {
  const { publicUrl } = useSite();
  return (
    <>
      <p className="mb-3 text-small text-muted">
        The whole form. In place of <code className="font-mono">your-endpoint</code> stands what your form’s page shows.
      </p>
      <CodeBlock label="The form in HTML" copyLabel="Copy the form" code={codeFor(publicUrl)} />
    </>
  );
}

function codeFor(publicUrl: string): string {
  return `<form action="${publicUrl}/api/forms/your-endpoint" method="POST">
  <input name="name" required>
  <input name="email" type="email" required>
  <textarea name="message"></textarea>
  <button>Send</button>
</form>`;
}
