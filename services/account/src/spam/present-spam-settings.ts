import { captchaProviderSchema, defaultThreshold, marksNeeded, type SpamSettings } from '@inlet/contracts/spam';
import type { StoredSettings } from '#spam/spam-settings.store.ts';

/** Keys are never returned: the response only lists the configured checks. */
export function presentSpamSettings({ settings, model }: StoredSettings): SpamSettings {
  const { spamCount: spam = 0, goodCount: good = 0 } = model ?? {};
  return {
    threshold: settings?.threshold ?? defaultThreshold,
    blockList: settings?.blockList ?? [],
    captcha: captchaProviderSchema.nullable().parse(settings?.captcha ?? null),
    akismet: settings?.akismet ?? false,
    learned: { spam, good, isActive: spam >= marksNeeded && good >= marksNeeded },
  };
}
