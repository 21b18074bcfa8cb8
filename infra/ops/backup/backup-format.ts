import * as z from 'zod';

export const backupFormat = 'inlet-backup-1';

/** A table's columns: the text of a row fits only the same columns in the same order. */
export const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });
export type Table = z.output<typeof tableSchema>;

/**
 * A backup consists of lines of JSON, gzipped: this header, then alternately the name of a section and lists of its
 * items, then the footer. Rows are PostgreSQL's own text of a row, so that a conversion to JavaScript values loses
 * nothing.
 */
export const headerSchema = z.object({
  format: z.literal(backupFormat),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(tableSchema),
});
export type Header = z.output<typeof headerSchema>;

export const sectionSchema = z.union([z.object({ jobs: z.string() }), z.object({ table: z.string() })]);
export const footerSchema = z.object({
  end: z.literal(true),
  /** The number of rows of each table, and of jobs. */
  counts: z.record(z.string(), z.number()),
  /** The checksum of every line before this one. */
  sha256: z.string(),
});
export type Footer = z.output<typeof footerSchema>;

export const jobSchema = z.object({ name: z.string(), id: z.string(), data: z.unknown() });
export type WaitingJob = z.output<typeof jobSchema>;
