import { Link } from 'react-router-dom';
import { Notice } from '#components/ui/notice.tsx';
import { useAsksCaptcha } from '#features/forms/page/api/use-asks-captcha.ts';

/** Says where submissions of the page go if the form asks for a captcha; renders nothing for most forms. */
export function CaptchaNotice({ formId }: { formId: string }) {
  if (!useAsksCaptcha(formId)) return null;
  return (
    <Notice tone="warning">
      This form asks for a captcha, and its page cannot show one. Its submissions arrive in Spam.{' '}
      <Link to={`/forms/${formId}/settings/spam`} className="font-medium underline">
        Open the spam settings
      </Link>
    </Notice>
  );
}
