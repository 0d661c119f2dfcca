-- Up Migration
-- How long a tripped channel rests before its provider is asked again: half a minute, and twice as long each time that it
-- fails again soon after it came back, up to five minutes.
ALTER TABLE channel_state ADD COLUMN trips smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN channel_state.trips IS 'How often it was tripped with less than ten minutes between.';

CREATE FUNCTION channel_rest(trips smallint) RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT least(300, 30 * 2 ^ greatest(0, least(trips, 8) - 1)) * interval '1 second'
$$;
