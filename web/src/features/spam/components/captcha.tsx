import type { CaptchaProvider } from '@inlet/contracts/spam';
import { useId } from 'react';
import { Choice } from '#components/ui/choice.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import type { SpamDraft } from '#features/spam/spam-draft.ts';
import type { FieldErrors } from '#lib/use-settings-form.ts';

interface CaptchaProps {
  readonly draft: SpamDraft;
  readonly stored: CaptchaProvider | null;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<SpamDraft>) => void;
}

const providers: readonly { readonly key: CaptchaProvider | null; readonly name: string; readonly hint: string }[] = [
  { key: null, name: 'None', hint: 'Visitors see nothing.' },
  { key: 'turnstile', name: 'Turnstile', hint: 'By Cloudflare.' },
  { key: 'hcaptcha', name: 'hCaptcha', hint: 'By Intuition Machines.' },
  { key: 'recaptcha', name: 'reCAPTCHA', hint: 'By Google.' },
];

export function Captcha({ draft, stored, errors, onChange }: CaptchaProps) {
  const name = useId();
  const isStored = draft.captcha !== null && draft.captcha === stored;
  return (
    <Section
      title="Captcha"
      intro="Checks the captcha on your page. While the service cannot be reached, submissions arrive unchecked."
    >
      <fieldset>
        <legend className="sr-only">Captcha service</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {providers.map(({ key, name: label, hint }) => (
            <Choice
              key={label}
              type="radio"
              name={name}
              label={label}
              hint={hint}
              isChecked={draft.captcha === key}
              onChange={() => onChange({ captcha: key })}
            />
          ))}
        </div>
      </fieldset>
      {draft.captcha !== null && (
        <div className="mt-6">
          <TextField
            label="Secret key"
            hint="From the service’s dashboard. It is encrypted and never shown again."
            name="captchaSecret"
            type="password"
            autoComplete="off"
            placeholder={isStored ? 'Stored. Type to replace it.' : undefined}
            value={draft.captchaSecret}
            onChange={(event) => onChange({ captchaSecret: event.target.value })}
            error={errors.captchaSecret}
          />
        </div>
      )}
    </Section>
  );
}
