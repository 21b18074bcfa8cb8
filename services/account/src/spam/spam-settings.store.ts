import type { Prisma, PrismaClient, SpamModel, SpamSettings } from '@inlet/db/client';

export interface StoredSettings {
  readonly settings: SpamSettings | null;
  readonly model: SpamModel | null;
}

/** A form's spam settings and its account's learned model; each is null if missing. */
export async function findSettings(
  tx: Prisma.TransactionClient | PrismaClient,
  { id: formId, userId }: { readonly id: string; readonly userId: string },
): Promise<StoredSettings> {
  const settings = await tx.spamSettings.findUnique({ where: { formId } });
  const model = await tx.spamModel.findUnique({ where: { userId } });
  return { settings, model };
}

export async function saveSettings(
  tx: Prisma.TransactionClient,
  formId: string,
  values: Omit<Prisma.SpamSettingsUncheckedCreateInput, 'formId'>,
): Promise<SpamSettings> {
  return tx.spamSettings.upsert({ where: { formId }, create: { formId, ...values }, update: values });
}
