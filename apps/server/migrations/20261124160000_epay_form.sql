-- Up Migration
-- A merchant may speak the form of epay, by which plugins of shops connect: a third form beside v2 and v1, off until somebody
-- gives it to him. Its secret is the one of the v1 form.
ALTER TABLE app_user DROP CONSTRAINT app_user_api_version_check;
ALTER TABLE app_user ADD CONSTRAINT app_user_api_version_check CHECK (api_version IN ('v1', 'v2', 'epay'));
