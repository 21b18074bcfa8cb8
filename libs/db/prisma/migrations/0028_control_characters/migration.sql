-- A control character that JSON has as \u0001 stays so: a search would have met a backslash in its place, and the index
-- of the search something else. Semicolons within a function are written \x3b, as in the first version.
CREATE OR REPLACE FUNCTION "inlet_unescape"("given" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS E'
DECLARE
    paired text := replace(given, ''\\\\'', chr(1))\x3b
BEGIN
    paired := replace(paired, ''\\/'', ''/'')\x3b
    IF strpos(paired, ''\\u'') > 0 THEN
        paired := unistr(regexp_replace(paired, ''\\\\(?!u(?!00[01]))'', ''\\\\\\\\'', ''g''))\x3b
    END IF\x3b
    RETURN replace(paired, chr(1), ''\\\\'')\x3b
EXCEPTION WHEN OTHERS THEN
    -- Half a pair, which ingest refuses today.
    RETURN given\x3b
END';
