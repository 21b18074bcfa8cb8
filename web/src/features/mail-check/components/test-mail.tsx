import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { useSendTestMail } from '#features/mail-check/api/use-send-test-mail.ts';
import { TestMailState } from '#features/mail-check/components/test-mail-state.tsx';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';

export function TestMail() {
  const { email } = useUser();
  const { mutate, data, error, isPending } = useSendTestMail();
  return (
    <Section
      title="Test mail"
      intro={`Sends a mail to ${email}, the way every mail goes, and shows what becomes of it.`}
      action={
        <Button isLoading={isPending} onClick={() => mutate()} className="self-start sm:self-auto">
          Send me a test mail
        </Button>
      }
    >
      {error && <Notice tone="danger">{failureMessage(error)}</Notice>}
      {data && !isPending && <TestMailState key={data.id} {...data} />}
    </Section>
  );
}
