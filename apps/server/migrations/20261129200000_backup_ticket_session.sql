-- Up Migration
-- A copy of the whole database is fetched by the session that proved itself for it, and by nobody whom its address reached. Links
-- that were told before this lead nowhere: they lived for a minute.
ALTER TABLE backup ADD COLUMN ticket_session bigint;
