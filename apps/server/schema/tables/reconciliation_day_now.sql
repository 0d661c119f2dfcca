-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation

CREATE VIEW reconciliation_day_now AS
 SELECT d.id,
    a.id AS account_id,
    a.name AS account_name,
    g.id AS agent_id,
    g.name AS agent_name,
    p.id AS provider_id,
    p.name AS provider_name,
    a.currency,
    d.day,
    d.lines,
    d.matched,
    d.open,
    d.ours,
    d.theirs,
    ( SELECT (count(*))::integer AS count
           FROM reconciliation_import i
          WHERE (i.day_id = d.id)) AS files,
    ( SELECT max(i.made_at) AS max
           FROM reconciliation_import i
          WHERE (i.day_id = d.id)) AS imported_at,
    d.closed_at,
    c.name AS closed_by_name
   FROM ((((reconciliation_day d
     JOIN channel_account a ON ((a.id = d.channel_account_id)))
     JOIN app_user g ON ((g.id = a.agent_id)))
     JOIN provider p ON ((p.id = a.provider_id)))
     LEFT JOIN app_user c ON ((c.id = d.closed_by)));
