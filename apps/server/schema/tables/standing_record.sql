-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261207140000_records_said_in_the_log
-- What stands of all of these, by the names that the log has for them.

CREATE VIEW standing_record AS
 SELECT ('user '::text || u.id) AS name,
    record_print(u.*) AS print
   FROM app_user u
UNION ALL
 SELECT ('accountChange '::text || c.id) AS name,
    record_print(c.*) AS print
   FROM account_change c
UNION ALL
 SELECT ('role '::text || r.id) AS name,
    record_print(r.*) AS print
   FROM role r
UNION ALL
 SELECT ('shadowGrant '::text || g.id) AS name,
    record_print(g.*) AS print
   FROM shadow_grant g
UNION ALL
 SELECT ('apiKey '::text || k.id) AS name,
    record_print(k.*) AS print
   FROM api_key k
UNION ALL
 SELECT ('webhookEndpoint '::text || w.customer_id) AS name,
    record_print(w.*) AS print
   FROM webhook_endpoint w
UNION ALL
 SELECT ('block_entry '::text || e.id) AS name,
    record_print(e.*) AS print
   FROM block_entry e
UNION ALL
 SELECT ('upstreamKey '::text || a.id) AS name,
    record_print(a.*) AS print
   FROM channel_account a;
