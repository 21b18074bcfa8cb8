-- Search reads text without accents, case and compatibility forms, as "foldText" in TypeScript makes it. PostgreSQL's own
-- collations are named, so that the result does not depend on the locale of the database. Most texts have only ASCII.
-- The engine that runs migrations cuts them at every semicolon, even a quoted one, so those inside are written \x3b.
CREATE FUNCTION "inlet_fold"("given" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS E'
DECLARE
    folded text\x3b
BEGIN
    IF octet_length(given) = char_length(given) THEN
        RETURN lower(given COLLATE "C")\x3b
    END IF\x3b
    folded := lower(regexp_replace(normalize(given, NFKD), ''[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670\\u00ad\\u200b-\\u200d\\ufeff]'', '''', ''g'') COLLATE "pg_c_utf8")\x3b
    IF octet_length(folded) = char_length(folded) THEN
        RETURN folded\x3b
    END IF\x3b
    IF folded ~ ''[ðđħıĸłŋøŧς‘’ʼ‐–—−ßæœþ]'' THEN
        folded := translate(replace(replace(replace(replace(folded, ''ß'', ''ss''), ''æ'', ''ae''), ''œ'', ''oe''), ''þ'', ''th''), ''ðđħıĸłŋøŧς‘’ʼ‐–—−'', ''ddhiklnotσ''''''''''''----'')\x3b
    END IF\x3b
    RETURN normalize(folded, NFC)\x3b
END';

-- JSON may be stored with letters as \u00ed and slashes as \/, as programs in PHP and Python send them. A character below
-- the space stands for a backslash meanwhile: JSON has none.
CREATE FUNCTION "inlet_unescape"("given" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS E'
DECLARE
    paired text := replace(given, ''\\\\'', chr(1))\x3b
BEGIN
    paired := replace(paired, ''\\/'', ''/'')\x3b
    IF strpos(paired, ''\\u'') > 0 THEN
        paired := unistr(regexp_replace(paired, ''\\\\(?!u)'', ''\\\\\\\\'', ''g''))\x3b
    END IF\x3b
    RETURN replace(paired, chr(1), ''\\\\'')\x3b
EXCEPTION WHEN OTHERS THEN
    -- Half a pair, which ingest refuses today.
    RETURN given\x3b
END';

-- The fields of a submission as a search reads them. Most have only ASCII and nothing escaped in this way.
CREATE FUNCTION "inlet_search_text"("given" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS E'
BEGIN
    IF strpos(given, ''\\u'') > 0 OR strpos(given, ''\\/'') > 0 THEN
        RETURN inlet_fold(inlet_unescape(given))\x3b
    END IF\x3b
    IF octet_length(given) = char_length(given) THEN
        RETURN lower(given COLLATE "C")\x3b
    END IF\x3b
    RETURN inlet_fold(given)\x3b
END';

-- How far a form's submissions are in the index of the search. A form has one from its first search on, until 30 days
-- after its last one.
CREATE TABLE "search_indexes" (
    "form_id" UUID NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "to_id" UUID NOT NULL,
    "row_count" BIGINT NOT NULL,
    "is_in_repair" BOOLEAN NOT NULL DEFAULT false,
    "outdated_since" TIMESTAMPTZ(3),
    "searched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "search_indexes_pkey" PRIMARY KEY ("form_id")
);

-- CreateTable
CREATE TABLE "search_segments" (
    "form_id" UUID NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "from_id" UUID NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "to_id" UUID NOT NULL,
    "fingerprint" BIGINT NOT NULL,
    "ids" BYTEA NOT NULL,
    "directory" INTEGER[],
    "postings" BYTEA NOT NULL,

    CONSTRAINT "search_segments_pkey" PRIMARY KEY ("form_id","to_at","to_id")
);

-- AddForeignKey
ALTER TABLE "search_indexes" ADD CONSTRAINT "search_indexes_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A search reads slices of these, and compressed they could only be read whole. Statistics of them help no query.
ALTER TABLE "search_segments" ALTER COLUMN "ids" SET STORAGE EXTERNAL, ALTER COLUMN "postings" SET STORAGE EXTERNAL;
ALTER TABLE "search_segments" ALTER COLUMN "ids" SET STATISTICS 0, ALTER COLUMN "directory" SET STATISTICS 0, ALTER COLUMN "postings" SET STATISTICS 0;

-- An index counts the rows before its watermark. Whoever deletes rows, that count follows, so that a difference can only
-- mean a row that was stored late. What the index has of deleted rows goes within a day. The index is locked first, because
-- whoever moves its watermark holds it locked. The index of the release before is dropped: its hashes are of other text.
CREATE OR REPLACE FUNCTION "uncount_in_search_marks"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    PERFORM FROM "search_indexes" WHERE "form_id" IN (SELECT "form_id" FROM "gone") ORDER BY "form_id" FOR UPDATE\x3b
    UPDATE "search_indexes"
    SET "row_count" = "search_indexes"."row_count" - "covered"."row_count",
        "outdated_since" = coalesce("search_indexes"."outdated_since", now())
    FROM (
        SELECT "gone"."form_id", count(*) AS "row_count"
        FROM "gone" JOIN "search_indexes" ON "search_indexes"."form_id" = "gone"."form_id"
        WHERE ("gone"."created_at", "gone"."id") <= ("search_indexes"."to_at", "search_indexes"."to_id")
        GROUP BY "gone"."form_id"
    ) AS "covered"
    WHERE "search_indexes"."form_id" = "covered"."form_id"\x3b
    RETURN NULL\x3b
END';

-- safe because: the release before makes both anew for as long as it runs beside this one, and nothing is kept in them alone
TRUNCATE "search_marks", "search_blocks";
