import { problemSentence } from '@inlet/contracts/sign-in-problems';
import { Notice } from '#components/ui/notice.tsx';

/** Why a provider did not sign somebody in. */
export function SignInProblem({ problem }: { problem: string }) {
  return (
    <div className="mb-6">
      <Notice tone="danger">{problemSentence(problem)}</Notice>
    </div>
  );
}
