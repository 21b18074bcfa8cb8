import { Privacy } from '#features/legal/components/privacy.tsx';

export function PrivacyPage() {
  return <Privacy />;
}
