import type { DeviceRequest as Request } from '@inlet/contracts/device';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { useAnswerDevice, useDeviceRequest } from '#features/api-keys/api/use-device-request.ts';
import { LifetimeChoice } from '#features/api-keys/components/lifetime-choice.tsx';
import { type ChosenScope, ScopeChoice } from '#features/api-keys/components/scope-choice.tsx';
import { expiryOf, firstLifetime } from '#features/api-keys/lifetimes.ts';
import { failureMessage } from '#lib/http.ts';
import { formatAgo } from '#lib/relative-time.ts';
import { useUser } from '#lib/services.tsx';

interface DeviceRequestProps {
  readonly code: string;
  /** Asks for another code. */
  readonly onAnother: () => void;
}

/** Shows which machine waits with a code, and gives it a key or none. */
export function DeviceRequest({ code, onAnother }: DeviceRequestProps) {
  const request = useDeviceRequest(code);
  const answer = useAnswerDevice(code);
  const another = <Button onClick={onAnother}>Enter another code</Button>;

  if (request.isPending) return <RowsSkeleton label="Looking for the machine" />;
  if (!request.data) {
    return (
      <Notice tone="danger" action={another}>
        {failureMessage(request.error)}
      </Notice>
    );
  }
  if (answer.isSuccess) return <Answered name={request.data.name} isApproved={answer.variables !== null} />;
  return <Questions request={request.data} answer={answer} />;
}

function Answered({ name, isApproved }: { name: string; isApproved: boolean }) {
  if (!isApproved) {
    return (
      <Notice tone="success">
        <span className="wrap-anywhere">{`${name} gets no API key.`}</span> You can close this page.
      </Notice>
    );
  }
  return (
    <Notice tone="success" action={<ButtonLink to="/settings/api-keys">See the API keys</ButtonLink>}>
      <span className="wrap-anywhere">{`${name} gets its API key within seconds.`}</span> Go back to that machine.
    </Notice>
  );
}

interface QuestionsProps {
  readonly request: Request;
  readonly answer: ReturnType<typeof useAnswerDevice>;
}

function Questions({ request, answer }: QuestionsProps) {
  const { workspace } = useUser();
  const [scope, setScope] = useState<ChosenScope>('write');
  const [lifetime, setLifetime] = useState(firstLifetime);
  const [isWithoutRight, setIsWithoutRight] = useState(false);

  function approve(event: FormEvent) {
    event.preventDefault();
    const lacksRight = scope.length === 0;
    setIsWithoutRight(lacksRight);
    if (answer.isPending || lacksRight) return;
    const scopes = typeof scope === 'string' ? { scope } : { scopes: [...scope] };
    answer.mutate({ ...scopes, expiresAt: expiryOf(lifetime) });
  }

  return (
    <Card className="p-4 sm:p-6">
      <form noValidate aria-label="Request of a machine" onSubmit={approve} className="grid grid-cols-1 gap-6">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 text-small">
          <Fact name="Code">
            <span className="font-mono text-heading font-semibold tracking-wide">{request.userCode}</span>
          </Fact>
          <Fact name="Machine">{request.name}</Fact>
          <Fact name="Asked">{`${formatAgo(request.createdAt)}, from ${request.address}`}</Fact>
          <Fact name="Workspace">{workspace?.name}</Fact>
        </dl>
        <Notice tone="warning">
          Approve only what you began yourself. If you ran no command such as{' '}
          <code className="whitespace-nowrap">inlet login</code> a moment ago, or if that machine shows another code,
          deny the request: somebody may have sent you here to get into your workspace.
        </Notice>
        <ScopeChoice
          scope={scope}
          error={isWithoutRight ? 'Choose what the key may do' : undefined}
          onChange={(next) => {
            setScope(next);
            setIsWithoutRight(false);
          }}
        />
        <LifetimeChoice lifetime={lifetime} onChange={setLifetime} />
        {answer.isError && <Notice tone="danger">{failureMessage(answer.error)}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isLoading={answer.isPending && answer.variables !== null}>
            Approve
          </Button>
          <Button
            isLoading={answer.isPending && answer.variables === null}
            onClick={() => answer.isPending || answer.mutate(null)}
          >
            Deny
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </>
  );
}
