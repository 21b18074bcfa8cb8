import {
  blockListMax,
  type CaptchaProvider,
  type SpamSettings,
  type UpdateSpamSettings,
  updateSpamSettingsSchema,
} from '@inlet/contracts/spam';
import { ApiError } from '#lib/http.ts';
import type { FieldErrors } from '#lib/use-settings-form.ts';

/** The settings as their form keeps them. Keys are never read back, so their fields are empty. */
export interface SpamDraft {
  readonly threshold: number;
  /** One entry per line. */
  readonly blockList: string;
  readonly captcha: CaptchaProvider | null;
  readonly captchaSecret: string;
  readonly akismet: boolean;
  readonly akismetKey: string;
  readonly akismetSite: string;
}

export function draftOf({ threshold, blockList, captcha, akismet }: SpamSettings): SpamDraft {
  const keys = { captchaSecret: '', akismetKey: '', akismetSite: '' };
  return { threshold, blockList: blockList.join('\n'), captcha, akismet, ...keys };
}

/** The draft as a change. Keys that were not typed again stay. */
export function toChange(draft: SpamDraft, stored: SpamSettings): UpdateSpamSettings {
  const { threshold, blockList, captcha, captchaSecret, akismet, akismetKey, akismetSite } = draft;
  return {
    threshold,
    blockList: linesOf(blockList),
    ...(captcha === null
      ? stored.captcha !== null && { captcha: null }
      : (captcha !== stored.captcha || captchaSecret.trim() !== '') && {
          captcha: { provider: captcha, secret: captchaSecret },
        }),
    ...(akismet
      ? (!stored.akismet || `${akismetKey}${akismetSite}`.trim() !== '') && {
          akismet: { key: akismetKey, site: akismetSite.trim() },
        }
      : stored.akismet && { akismet: null }),
  };
}

/** The errors of a draft before it is sent. */
export function checkDraft(draft: SpamDraft, stored: SpamSettings): FieldErrors {
  const issues = updateSpamSettingsSchema.safeParse(toChange(draft, stored)).error?.issues ?? [];
  return errorsOf(
    issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    draft,
  );
}

/** The fields that a refusal refers to; empty without any. */
export function refusedFields(error: unknown, draft: SpamDraft): FieldErrors {
  return error instanceof ApiError ? errorsOf(error.issues, draft) : {};
}

const fields: Readonly<Record<string, { readonly field: keyof SpamDraft; readonly message: string }>> = {
  'captcha.secret': { field: 'captchaSecret', message: 'Enter the secret key of the captcha' },
  'akismet.key': { field: 'akismetKey', message: 'Enter the key of your Akismet account' },
  'akismet.site': { field: 'akismetSite', message: 'Enter the address of your website, as https://example.com' },
};

function errorsOf(
  issues: readonly { readonly field: string; readonly message: string }[],
  draft: SpamDraft,
): FieldErrors {
  const found = issues.map(({ field, message }) => {
    const known = fields[field];
    if (known) return [known.field, known.message];
    const [name = '', index] = field.split('.');
    if (name !== 'blockList') return [name, message];
    const entry = index === undefined ? undefined : linesOf(draft.blockList)[Number(index)];
    return ['blockList', entry === undefined ? tooMany : `“${entry}” must have 2 to 200 characters`];
  });
  return Object.fromEntries(found.toReversed());
}

const tooMany = `At most ${blockListMax} entries`;

export function linesOf(text: string): string[] {
  const lines = text.split(/[\n,]/).map((line) => line.trim().toLowerCase());
  return [...new Set(lines.filter((line) => line !== ''))];
}
