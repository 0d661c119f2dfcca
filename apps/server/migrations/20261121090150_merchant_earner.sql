-- Up Migration
-- Which merchants a general agent or a referrer has ever earned on. Orders and journals keep the chain they were made
-- with, and are found through these merchants' own indexes, so that nothing of the hot path is indexed by earner.
CREATE TABLE merchant_earner (
  earner_id bigint NOT NULL REFERENCES app_user,
  customer_id bigint NOT NULL REFERENCES app_user,
  PRIMARY KEY (earner_id, customer_id)
);

CREATE FUNCTION note_earners() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO merchant_earner (earner_id, customer_id)
  SELECT e.id, NEW.id FROM (VALUES (NEW.sub_agent_id), (NEW.middleman_id)) AS e (id) WHERE e.id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER app_user_earners AFTER INSERT OR UPDATE OF sub_agent_id, middleman_id ON app_user
  FOR EACH ROW WHEN (NEW.kind = 'customer') EXECUTE FUNCTION note_earners();
