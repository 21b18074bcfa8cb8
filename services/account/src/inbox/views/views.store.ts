import type { Prisma, PrismaClient, SavedView } from '@inlet/db/client';

type ViewKey = Pick<SavedView, 'id' | 'formId'>;

export function findViews(prisma: PrismaClient, formId: string): Promise<SavedView[]> {
  return prisma.savedView.findMany({ where: { formId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

export function countViews(tx: Prisma.TransactionClient, formId: string): Promise<number> {
  return tx.savedView.count({ where: { formId } });
}

export function insertView(
  tx: Prisma.TransactionClient,
  view: Prisma.SavedViewUncheckedCreateInput,
): Promise<SavedView> {
  return tx.savedView.create({ data: view });
}

export async function changeView(
  tx: Prisma.TransactionClient,
  where: ViewKey,
  data: Prisma.SavedViewUpdateInput,
): Promise<SavedView | null> {
  const { count } = await tx.savedView.updateMany({ where, data });
  return count === 0 ? null : tx.savedView.findFirst({ where });
}

/** Deletes a view, and returns its name; null where there is none. */
export async function removeView(tx: Prisma.TransactionClient, where: ViewKey): Promise<string | null> {
  const view = await tx.savedView.findFirst({ where });
  if (view) await tx.savedView.delete({ where: { id: view.id } });
  return view?.name ?? null;
}
