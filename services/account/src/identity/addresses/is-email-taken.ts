/** Prisma's code for a violated unique constraint. */
const uniqueViolation = 'P2002';

/** Returns whether the database refused an account because another one has its address: only it can know in time. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation;
}
