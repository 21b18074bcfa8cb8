-- What the response to an attempt says of itself. A worker of the release before leaves it empty.
ALTER TABLE "delivery_attempts" ADD COLUMN "response_headers" JSONB;
