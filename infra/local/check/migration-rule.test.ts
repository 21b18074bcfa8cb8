import { describe, expect, it } from 'vitest';
import { judgeMigration } from '#check/migration-rule.ts';

const gone = 'takes away what the release before still uses';
const path = 'libs/db/prisma/migrations/0042_change/migration.sql';
const judged = (sql: string, at = path) =>
  judgeMigration(at, sql).map(({ path, line, says }) => `${path}:${line} ${says}`);

describe('judgeMigration', () => {
  it.each([
    ['DROP TABLE "forms";', gone],
    ['DROP TABLE IF EXISTS "public"."forms" CASCADE;', gone],
    ['ALTER TABLE "forms" DROP COLUMN "name";', gone],
    ['ALTER TABLE forms DROP name;', gone],
    ['ALTER TABLE "forms" ADD COLUMN "a" TEXT,\nDROP COLUMN "name";', gone],
    ['ALTER TABLE "forms" RENAME COLUMN "name" TO "title";', `${gone}, by another name`],
    ['ALTER TABLE "forms" RENAME TO "boxes";', `${gone}, by another name`],
    ['TRUNCATE "forms";', 'empties a table'],
    [
      'ALTER TABLE "forms" ADD COLUMN     "title" TEXT NOT NULL;',
      'adds a column that the release before leaves empty, which NOT NULL without a default refuses',
    ],
    [
      'ALTER TABLE "forms" ADD COLUMN "key" UUID DEFAULT gen_random_uuid();',
      'adds a column that makes PostgreSQL write the whole table anew',
    ],
    ['ALTER TABLE "forms" ADD COLUMN "n" BIGSERIAL;', 'adds a column that makes PostgreSQL write the whole table anew'],
    [
      'ALTER TABLE "forms" ALTER COLUMN "name" SET NOT NULL;',
      'forbids what the release before may still write, and reads the whole table under a lock',
    ],
    [
      'ALTER TABLE "forms" ALTER COLUMN "name" SET DATA TYPE VARCHAR(10);',
      'changes a type: the table is locked and written anew, and the release before expects the old one',
    ],
    [
      'ALTER TABLE "forms" ADD CONSTRAINT "f" FOREIGN KEY ("user_id") REFERENCES "users"("id");',
      'checks all rows under a lock; add the constraint NOT VALID and validate it in a statement of its own',
    ],
    [
      'ALTER TABLE "forms" ADD CONSTRAINT "u" UNIQUE ("name");',
      'builds an index under a lock; build it CONCURRENTLY and add the constraint USING INDEX',
    ],
    [
      'CREATE UNIQUE INDEX "i" ON "forms"("name");',
      'stops all writing to the table while it builds; use CREATE INDEX CONCURRENTLY',
    ],
    [
      'DROP INDEX CONCURRENTLY "i";',
      'cannot be repeated after a kill; write CREATE INDEX CONCURRENTLY with a name, or DROP INDEX CONCURRENTLY IF EXISTS',
    ],
    ['DROP INDEX "i";', 'locks the table for all; use DROP INDEX CONCURRENTLY'],
    ['VACUUM FULL "forms";', 'locks the table for all'],
    ['UPDATE "forms" SET "name" = \'x\';', 'changes every row in one transaction; let the worker do it bit by bit'],
  ])('refuses %j', (sql, says) => {
    expect(judged(`-- A comment; with a semicolon\nCREATE TABLE "new" ("id" UUID NOT NULL);\n\n${sql}`)).toEqual([
      `${path}:4 ${says}`,
    ]);
  });

  it.each([
    'ALTER TABLE "forms" ADD COLUMN "title" TEXT;',
    'ALTER TABLE "forms" ADD COLUMN "is_open" BOOLEAN NOT NULL DEFAULT false;',
    'ALTER TABLE "forms" ADD COLUMN "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,\nADD COLUMN "b" TEXT;',
    'ALTER TABLE "forms" ALTER COLUMN "name" DROP NOT NULL;',
    'ALTER TABLE "forms" ALTER COLUMN "name" DROP DEFAULT;',
    'ALTER TABLE "forms" ADD CONSTRAINT "c" CHECK (name <> \'DROP COLUMN\') NOT VALID;',
    'ALTER TABLE "forms" VALIDATE CONSTRAINT "c";',
    'CREATE INDEX CONCURRENTLY "i" ON "forms"("name");',
    'DROP INDEX CONCURRENTLY IF EXISTS "i";',
    'CREATE TABLE "boxes" ("id" UUID NOT NULL);\nCREATE INDEX "b" ON "boxes"("id");',
    'CREATE TABLE "boxes" ("id" UUID NOT NULL);\nALTER TABLE "boxes" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "users"("id");',
    '-- DROP TABLE "forms";',
  ])('accepts %j', (sql) => {
    expect(judged(sql)).toEqual([]);
  });

  it('believes a reason right above the statement, for that statement alone', () => {
    const reason = '-- safe because: no release since 0.4 reads or writes it';
    expect(judged(`${reason}\nDROP TABLE "a";`)).toEqual([]);
    expect(judged(`${reason}\nDROP TABLE "a";\nDROP TABLE "b";`)).toHaveLength(1);
    expect(judged('-- safe because: yes\nDROP TABLE "a";')).toEqual([`${path}:2 claims to be safe without a reason`]);
  });

  it('leaves alone what came before the first release', () => {
    expect(judged('DROP TABLE "a";', 'libs/db/prisma/migrations/0005_billing/migration.sql')).toEqual([]);
  });
});
