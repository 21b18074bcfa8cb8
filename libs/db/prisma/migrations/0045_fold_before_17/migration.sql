-- PostgreSQL 15 and 16 lack the collation "pg_c_utf8". There ICU's root collation folds letters beyond ASCII.
DO E'
BEGIN
    IF NOT EXISTS (SELECT FROM pg_collation WHERE collname = ''pg_c_utf8'') THEN
        EXECUTE replace(pg_get_functiondef(''inlet_fold(text)''::regprocedure), ''"pg_c_utf8"'', ''"und-x-icu"'')\x3b
    END IF\x3b
END';
