-- Up Migration
-- A statement of a day whose orders are archived by now is held against them as well: as online orders alone they could not be named by
-- our number, and the fee of what was booked was none, while the proof, which knows it, missed the difference (I7).
-- The version before: calls it as it did.
ALTER FUNCTION reconcile_day SET search_path = whole, public, pg_temp;
