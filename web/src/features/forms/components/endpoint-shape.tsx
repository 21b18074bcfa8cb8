import { Notice } from '#components/ui/notice.tsx';

/** Shows the shape of a form's address before the form exists. */
export function EndpointShape() {
  return (
    <Notice tone="info">
      <p className="font-medium text-ink">Your endpoint URL</p>
      <p className="mt-1">
        When the form is created it gets an address of its own, ending in 12 random letters and digits. Send submissions
        to:
      </p>
      <p className="mt-2 font-mono text-caption text-ink wrap-anywhere">
        {window.location.origin}/api/forms/<span className="text-accent">{'{endpoint-id}'}</span>
      </p>
    </Notice>
  );
}
