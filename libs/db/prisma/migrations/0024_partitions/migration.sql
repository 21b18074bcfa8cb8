-- Tables with one age for everybody are partitioned by time, and a partition that is too old is dropped. A partition is
-- named after the day at which it ends, in UTC. The engine splits at semicolons, so functions write them as \x3b.

-- The tables, the column that has the time, the length of a partition, and how long a row is kept. The ids of attempts are
-- of version 7 and begin with the time, so that they stay unique over all partitions.
CREATE FUNCTION "partitioned_tables"() RETURNS TABLE("name" TEXT, "time_column" TEXT, "period" INTERVAL, "kept_days" INTEGER)
IMMUTABLE LANGUAGE sql AS E'
    VALUES (\'changes\', \'at\', interval \'1 month\', 90),
        (\'delivery_attempts\', \'id\', interval \'7 days\', 30),
        (\'audit_events\', \'created_at\', interval \'1 month\', 400),
        (\'daily_refusal_counters\', \'day\', interval \'1 month\', 800)
';

-- The value of the column at the beginning of a day.
CREATE FUNCTION "partition_bound"("time_column" TEXT, "day" DATE) RETURNS TEXT IMMUTABLE LANGUAGE sql AS E'
    SELECT CASE "time_column"
        WHEN \'id\' THEN (lpad(to_hex(extract(epoch FROM "day")::bigint * 1000), 12, \'0\') || repeat(\'0\', 20))::uuid::text
        WHEN \'day\' THEN to_char("day", \'YYYY-MM-DD\')
        ELSE to_char("day", \'YYYY-MM-DD"T00:00:00Z"\')
    END
';

-- The partitions of a table and the days at which they end. The first one has everything from before the upgrade.
CREATE FUNCTION "partitions_of"("of_table" TEXT) RETURNS TABLE("name" TEXT, "ends_on" DATE, "is_first" BOOLEAN)
STABLE LANGUAGE sql AS E'
    SELECT "relname"::text, to_date(right("relname", 8), \'YYYYMMDD\'),
        pg_get_expr("relpartbound", "oid") LIKE \'FOR VALUES FROM (MINVALUE)%\'
    FROM "pg_inherits" JOIN "pg_class" ON "oid" = "inhrelid" WHERE "inhparent" = to_regclass(\'public.\' || "of_table")
';

-- The tables that lack a partition two periods ahead, or still have one that is too old.
CREATE FUNCTION "late_partitions"() RETURNS SETOF TEXT STABLE LANGUAGE sql AS E'
    SELECT "tables"."name" FROM "partitioned_tables"() AS "tables", LATERAL (
        SELECT max("ends_on") AS "last", min("ends_on") AS "oldest" FROM "partitions_of"("tables"."name")
    ) AS "parts", (SELECT (now() AT TIME ZONE \'UTC\')::date AS "today") AS "now"
    WHERE coalesce("last" < "today" + 2 * "period" OR "oldest" + "kept_days" < "today", true)
';

-- Makes one partition that is missing, or drops one that is too old, and answers its name, or null where all is as it should
-- be. It runs with the rights of the tables' owner, so it takes no argument. A partition is attached, which holds up nobody,
-- and dropped within a quarter of a second, or else a later call tries again.
CREATE FUNCTION "keep_partitions"() RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '250ms' AS E'
DECLARE
    "kept" RECORD\x3b
    "last" DATE\x3b
    "next" DATE\x3b
    "part" TEXT\x3b
    "today" DATE := (now() AT TIME ZONE \'UTC\')::date\x3b
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext(\'partitions\')) THEN
        RETURN NULL\x3b
    END IF\x3b
    FOR "kept" IN SELECT * FROM public."partitioned_tables"() LOOP
        SELECT max("ends_on") INTO "last" FROM public."partitions_of"("kept"."name")\x3b
        IF "last" < "today" + 2 * "kept"."period" THEN
            "next" := "last" + "kept"."period"\x3b
            "part" := "kept"."name" || \'_to_\' || to_char("next", \'YYYYMMDD\')\x3b
            EXECUTE format(\'CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING STORAGE)\', "part", "kept"."name")\x3b
            IF "kept"."name" = \'changes\' THEN
                EXECUTE format(\'ALTER TABLE public.%I SET (toast_tuple_target = 8160)\', "part")\x3b
            END IF\x3b
            EXECUTE format(\'ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)\', "kept"."name", "part",
                public."partition_bound"("kept"."time_column", "last"), public."partition_bound"("kept"."time_column", "next"))\x3b
            RETURN "part"\x3b
        END IF\x3b
        SELECT "name" INTO "part" FROM public."partitions_of"("kept"."name")
        WHERE "ends_on" + "kept"."kept_days" < "today" ORDER BY "ends_on" LIMIT 1\x3b
        IF "part" IS NOT NULL THEN
            EXECUTE format(\'DROP TABLE public.%I\', "part")\x3b
            RETURN "part"\x3b
        END IF\x3b
    END LOOP\x3b
    RETURN NULL\x3b
END
';

-- Whether the table still has the partition from before the upgrade. Its rows are removed one by one when they are too old.
CREATE FUNCTION "has_first_partition"("of_table" TEXT) RETURNS BOOLEAN STABLE LANGUAGE sql AS E'
    SELECT EXISTS (SELECT FROM "partitions_of"("of_table") WHERE "is_first")
';

REVOKE ALL ON FUNCTION "keep_partitions"() FROM PUBLIC;

-- The present tables become the first partitions: all before the first of a month, four weeks from now at least. So long
-- the release before finds its rows in one partition, as its removal of old rows wants it (it goes by the place of a row).

DO E'
DECLARE
    "ends_on" DATE := date_trunc(\'month\', (now() AT TIME ZONE \'UTC\') + interval \'2 months\')\x3b
BEGIN
    EXECUTE format(\'ALTER TABLE "changes" ADD CONSTRAINT %I CHECK ("at" < %L) NOT VALID\',
        \'changes_to_\' || to_char("ends_on", \'YYYYMMDD\'), "partition_bound"(\'at\', "ends_on"))\x3b
END
';

DO E'
DECLARE
    "ends_on" DATE := date_trunc(\'month\', (now() AT TIME ZONE \'UTC\') + interval \'2 months\')\x3b
BEGIN
    EXECUTE format(\'ALTER TABLE "delivery_attempts" ADD CONSTRAINT %I CHECK ("id" < %L) NOT VALID\',
        \'delivery_attempts_to_\' || to_char("ends_on", \'YYYYMMDD\'), "partition_bound"(\'id\', "ends_on"))\x3b
END
';

DO E'
DECLARE
    "ends_on" DATE := date_trunc(\'month\', (now() AT TIME ZONE \'UTC\') + interval \'2 months\')\x3b
BEGIN
    EXECUTE format(\'ALTER TABLE "audit_events" ADD CONSTRAINT %I CHECK ("created_at" < %L) NOT VALID\',
        \'audit_events_to_\' || to_char("ends_on", \'YYYYMMDD\'), "partition_bound"(\'created_at\', "ends_on"))\x3b
END
';

DO E'
DECLARE
    "ends_on" DATE := date_trunc(\'month\', (now() AT TIME ZONE \'UTC\') + interval \'2 months\')\x3b
BEGIN
    EXECUTE format(\'ALTER TABLE "daily_refusal_counters" ADD CONSTRAINT %I CHECK ("day" < %L) NOT VALID\',
        \'daily_refusal_counters_to_\' || to_char("ends_on", \'YYYYMMDD\'), "partition_bound"(\'day\', "ends_on"))\x3b
END
';

DO E'
BEGIN
    EXECUTE (SELECT format(\'ALTER TABLE "changes" VALIDATE CONSTRAINT %I\', "conname") FROM "pg_constraint"
        WHERE "conrelid" = \'"changes"\'::regclass AND "contype" = \'c\' AND "conname" LIKE \'changes_to_%\')\x3b
END
';

DO E'
BEGIN
    EXECUTE (SELECT format(\'ALTER TABLE "delivery_attempts" VALIDATE CONSTRAINT %I\', "conname") FROM "pg_constraint"
        WHERE "conrelid" = \'"delivery_attempts"\'::regclass AND "contype" = \'c\' AND "conname" LIKE \'delivery_attempts_to_%\')\x3b
END
';

DO E'
BEGIN
    EXECUTE (SELECT format(\'ALTER TABLE "audit_events" VALIDATE CONSTRAINT %I\', "conname") FROM "pg_constraint"
        WHERE "conrelid" = \'"audit_events"\'::regclass AND "contype" = \'c\' AND "conname" LIKE \'audit_events_to_%\')\x3b
END
';

DO E'
BEGIN
    EXECUTE (SELECT format(\'ALTER TABLE "daily_refusal_counters" VALIDATE CONSTRAINT %I\', "conname") FROM "pg_constraint"
        WHERE "conrelid" = \'"daily_refusal_counters"\'::regclass AND "contype" = \'c\' AND "conname" LIKE \'daily_refusal_counters_to_%\')\x3b
END
';

-- The key of a partitioned table has the column of the time. It waits for others as long as it takes, and holds up nobody.
SET lock_timeout = 0;

CREATE UNIQUE INDEX CONCURRENTLY "changes_new_key" ON "changes"("user_id", "first_position", "at");

CREATE UNIQUE INDEX CONCURRENTLY "audit_events_new_key" ON "audit_events"("id", "created_at");

SET lock_timeout = '1s';

-- Nothing is read or moved here: names change, and a table is put above each.

DO E'
DECLARE
    "part" TEXT\x3b
    "each" RECORD\x3b
BEGIN
    SELECT "conname" INTO STRICT "part" FROM "pg_constraint"
    WHERE "conrelid" = \'"changes"\'::regclass AND "contype" = \'c\' AND "conname" LIKE \'changes_to_%\'\x3b
    EXECUTE format(\'ALTER TABLE "changes" RENAME TO %I\', "part")\x3b
    EXECUTE format(\'ALTER TABLE %I DROP CONSTRAINT "changes_pkey", ADD CONSTRAINT %I PRIMARY KEY USING INDEX "changes_new_key"\', "part", "part" || \'_pkey\')\x3b
    EXECUTE format(\'CREATE TABLE "changes" (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE, CONSTRAINT "changes_pkey" PRIMARY KEY ("user_id", "first_position", "at")) PARTITION BY RANGE ("at")\', "part")\x3b
    FOR "each" IN SELECT "indexrelid"::regclass::text AS "name", "relname", pg_get_indexdef("indexrelid") AS "sql"
        FROM "pg_index" JOIN "pg_class" ON "oid" = "indexrelid" WHERE "indrelid" = "part"::regclass AND NOT "indisprimary" LOOP
        EXECUTE format(\'ALTER INDEX %s RENAME TO %I\', "each"."name", replace("each"."relname", \'changes\', "part"))\x3b
        EXECUTE replace("each"."sql", format(\'public.%I\', "part"), \'public."changes"\')\x3b
    END LOOP\x3b
    FOR "each" IN SELECT "conname", pg_get_constraintdef("oid") AS "sql" FROM "pg_constraint"
        WHERE "conrelid" = "part"::regclass AND "contype" = \'f\' LOOP
        EXECUTE format(\'ALTER TABLE "changes" ADD CONSTRAINT %I %s\', "each"."conname", "each"."sql")\x3b
    END LOOP\x3b
    EXECUTE format(\'ALTER TABLE "changes" ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)\', "part",
        "partition_bound"(\'at\', to_date(right("part", 8), \'YYYYMMDD\')))\x3b
    EXECUTE format(\'ALTER TABLE %I DROP CONSTRAINT %I\', "part", "part")\x3b
    FOR "each" IN SELECT "privilege_type" AS "right", "grantee"::regrole::text AS "role" FROM "pg_class", aclexplode("relacl")
        WHERE "oid" = "part"::regclass AND "grantee" <> "relowner" AND "grantee" <> 0 LOOP
        EXECUTE format(\'GRANT %s ON "changes" TO %s\', "each"."right", "each"."role")\x3b
    END LOOP\x3b
END
';

DO E'
DECLARE
    "part" TEXT\x3b
    "each" RECORD\x3b
BEGIN
    SELECT "conname" INTO STRICT "part" FROM "pg_constraint"
    WHERE "conrelid" = \'"delivery_attempts"\'::regclass AND "contype" = \'c\' AND "conname" LIKE \'delivery_attempts_to_%\'\x3b
    EXECUTE format(\'ALTER TABLE "delivery_attempts" RENAME TO %I\', "part")\x3b
    EXECUTE format(\'ALTER TABLE %I RENAME CONSTRAINT "delivery_attempts_pkey" TO %I\', "part", "part" || \'_pkey\')\x3b
    EXECUTE format(\'CREATE TABLE "delivery_attempts" (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE, CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("id")) PARTITION BY RANGE ("id")\', "part")\x3b
    FOR "each" IN SELECT "indexrelid"::regclass::text AS "name", "relname", pg_get_indexdef("indexrelid") AS "sql"
        FROM "pg_index" JOIN "pg_class" ON "oid" = "indexrelid" WHERE "indrelid" = "part"::regclass AND NOT "indisprimary" LOOP
        EXECUTE format(\'ALTER INDEX %s RENAME TO %I\', "each"."name", replace("each"."relname", \'delivery_attempts\', "part"))\x3b
        EXECUTE replace("each"."sql", format(\'public.%I\', "part"), \'public."delivery_attempts"\')\x3b
    END LOOP\x3b
    FOR "each" IN SELECT "conname", pg_get_constraintdef("oid") AS "sql" FROM "pg_constraint"
        WHERE "conrelid" = "part"::regclass AND "contype" = \'f\' LOOP
        EXECUTE format(\'ALTER TABLE "delivery_attempts" ADD CONSTRAINT %I %s\', "each"."conname", "each"."sql")\x3b
    END LOOP\x3b
    EXECUTE format(\'ALTER TABLE "delivery_attempts" ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)\', "part",
        "partition_bound"(\'id\', to_date(right("part", 8), \'YYYYMMDD\')))\x3b
    EXECUTE format(\'ALTER TABLE %I DROP CONSTRAINT %I\', "part", "part")\x3b
    FOR "each" IN SELECT "privilege_type" AS "right", "grantee"::regrole::text AS "role" FROM "pg_class", aclexplode("relacl")
        WHERE "oid" = "part"::regclass AND "grantee" <> "relowner" AND "grantee" <> 0 LOOP
        EXECUTE format(\'GRANT %s ON "delivery_attempts" TO %s\', "each"."right", "each"."role")\x3b
    END LOOP\x3b
END
';

DO E'
DECLARE
    "part" TEXT\x3b
    "each" RECORD\x3b
BEGIN
    SELECT "conname" INTO STRICT "part" FROM "pg_constraint"
    WHERE "conrelid" = \'"audit_events"\'::regclass AND "contype" = \'c\' AND "conname" LIKE \'audit_events_to_%\'\x3b
    EXECUTE format(\'ALTER TABLE "audit_events" RENAME TO %I\', "part")\x3b
    EXECUTE format(\'ALTER TABLE %I DROP CONSTRAINT "audit_events_pkey", ADD CONSTRAINT %I PRIMARY KEY USING INDEX "audit_events_new_key"\', "part", "part" || \'_pkey\')\x3b
    EXECUTE format(\'CREATE TABLE "audit_events" (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE, CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id", "created_at")) PARTITION BY RANGE ("created_at")\', "part")\x3b
    FOR "each" IN SELECT "indexrelid"::regclass::text AS "name", "relname", pg_get_indexdef("indexrelid") AS "sql"
        FROM "pg_index" JOIN "pg_class" ON "oid" = "indexrelid" WHERE "indrelid" = "part"::regclass AND NOT "indisprimary" LOOP
        EXECUTE format(\'ALTER INDEX %s RENAME TO %I\', "each"."name", replace("each"."relname", \'audit_events\', "part"))\x3b
        EXECUTE replace("each"."sql", format(\'public.%I\', "part"), \'public."audit_events"\')\x3b
    END LOOP\x3b
    FOR "each" IN SELECT "conname", pg_get_constraintdef("oid") AS "sql" FROM "pg_constraint"
        WHERE "conrelid" = "part"::regclass AND "contype" = \'f\' LOOP
        EXECUTE format(\'ALTER TABLE "audit_events" ADD CONSTRAINT %I %s\', "each"."conname", "each"."sql")\x3b
    END LOOP\x3b
    EXECUTE format(\'ALTER TABLE "audit_events" ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)\', "part",
        "partition_bound"(\'created_at\', to_date(right("part", 8), \'YYYYMMDD\')))\x3b
    EXECUTE format(\'ALTER TABLE %I DROP CONSTRAINT %I\', "part", "part")\x3b
    FOR "each" IN SELECT "privilege_type" AS "right", "grantee"::regrole::text AS "role" FROM "pg_class", aclexplode("relacl")
        WHERE "oid" = "part"::regclass AND "grantee" <> "relowner" AND "grantee" <> 0 LOOP
        EXECUTE format(\'GRANT %s ON "audit_events" TO %s\', "each"."right", "each"."role")\x3b
    END LOOP\x3b
END
';

DO E'
DECLARE
    "part" TEXT\x3b
    "each" RECORD\x3b
BEGIN
    SELECT "conname" INTO STRICT "part" FROM "pg_constraint"
    WHERE "conrelid" = \'"daily_refusal_counters"\'::regclass AND "contype" = \'c\' AND "conname" LIKE \'daily_refusal_counters_to_%\'\x3b
    EXECUTE format(\'ALTER TABLE "daily_refusal_counters" RENAME TO %I\', "part")\x3b
    EXECUTE format(\'ALTER TABLE %I RENAME CONSTRAINT "daily_refusal_counters_pkey" TO %I\', "part", "part" || \'_pkey\')\x3b
    EXECUTE format(\'CREATE TABLE "daily_refusal_counters" (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE, CONSTRAINT "daily_refusal_counters_pkey" PRIMARY KEY ("form_id", "day", "reason")) PARTITION BY RANGE ("day")\', "part")\x3b
    FOR "each" IN SELECT "indexrelid"::regclass::text AS "name", "relname", pg_get_indexdef("indexrelid") AS "sql"
        FROM "pg_index" JOIN "pg_class" ON "oid" = "indexrelid" WHERE "indrelid" = "part"::regclass AND NOT "indisprimary" LOOP
        EXECUTE format(\'ALTER INDEX %s RENAME TO %I\', "each"."name", replace("each"."relname", \'daily_refusal_counters\', "part"))\x3b
        EXECUTE replace("each"."sql", format(\'public.%I\', "part"), \'public."daily_refusal_counters"\')\x3b
    END LOOP\x3b
    FOR "each" IN SELECT "conname", pg_get_constraintdef("oid") AS "sql" FROM "pg_constraint"
        WHERE "conrelid" = "part"::regclass AND "contype" = \'f\' LOOP
        EXECUTE format(\'ALTER TABLE "daily_refusal_counters" ADD CONSTRAINT %I %s\', "each"."conname", "each"."sql")\x3b
    END LOOP\x3b
    EXECUTE format(\'ALTER TABLE "daily_refusal_counters" ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)\', "part",
        "partition_bound"(\'day\', to_date(right("part", 8), \'YYYYMMDD\')))\x3b
    EXECUTE format(\'ALTER TABLE %I DROP CONSTRAINT %I\', "part", "part")\x3b
    FOR "each" IN SELECT "privilege_type" AS "right", "grantee"::regrole::text AS "role" FROM "pg_class", aclexplode("relacl")
        WHERE "oid" = "part"::regclass AND "grantee" <> "relowner" AND "grantee" <> 0 LOOP
        EXECUTE format(\'GRANT %s ON "daily_refusal_counters" TO %s\', "each"."right", "each"."role")\x3b
    END LOOP\x3b
END
';

-- Two periods ahead, from the beginning.
DO E'
BEGIN
    WHILE "keep_partitions"() IS NOT NULL LOOP
    END LOOP\x3b
END
';
