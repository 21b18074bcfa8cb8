import { Terms } from '#features/legal/components/terms.tsx';

export function TermsPage() {
  return <Terms />;
}
