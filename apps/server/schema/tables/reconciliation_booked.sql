-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126100000_reconciliation
-- Everything that moved money at a provider's account by our books, by the provider's own number of it. Amounts in minor units,
-- above zero what came in; the fee is what we reckoned that it costs, null where nothing is reckoned.

CREATE VIEW reconciliation_booked AS
 SELECT ((('in:'::text || c.channel_account_id) || ':'::text) || c.provider_ref) AS item,
    c.channel_account_id,
    c.provider_ref AS ref,
    'in'::text AS way,
    c.amount,
        CASE
            WHEN (o.fee IS NOT NULL) THEN p.endpoint_fee
            ELSE NULL::bigint
        END AS fee,
    c.confirmed_at AS at,
        CASE
            WHEN (c.order_id IS NOT NULL) THEN 'collection'::text
            ELSE NULL::text
        END AS order_kind,
    c.order_id
   FROM ((provider_confirmation c
     LEFT JOIN collection_order o ON ((o.id = c.order_id)))
     LEFT JOIN collection_plan p ON ((p.order_id = c.order_id)))
UNION ALL
 SELECT ((('out:'::text || x.channel_account_id) || ':'::text) || x.provider_ref) AS item,
    x.channel_account_id,
    x.provider_ref AS ref,
        CASE
            WHEN (x.kind = 'charge_back_won'::text) THEN 'in'::text
            ELSE 'out'::text
        END AS way,
        CASE
            WHEN (x.kind = 'charge_back_won'::text) THEN x.amount
            ELSE (- x.amount)
        END AS amount,
        CASE
            WHEN (x.kind = 'payout'::text) THEN o.endpoint_fee
            ELSE NULL::bigint
        END AS fee,
    x.proven_at AS at,
        CASE
            WHEN (x.kind = 'payout'::text) THEN 'payout'::text
            WHEN (r.id IS NOT NULL) THEN 'collection'::text
            ELSE NULL::text
        END AS order_kind,
        CASE
            WHEN (x.kind = 'payout'::text) THEN x.order_id
            ELSE r.order_id
        END AS order_id
   FROM ((paid_proof x
     LEFT JOIN payout_order o ON (((x.kind = 'payout'::text) AND (o.id = x.order_id))))
     LEFT JOIN refund r ON (((x.kind = ANY (ARRAY['refund'::text, 'charge_back'::text, 'charge_back_won'::text])) AND (r.id = x.order_id))))
  WHERE (o.is_test IS NOT TRUE)
UNION ALL
 SELECT ('back:'::text || o.id) AS item,
    o.channel_account_id,
    x.provider_ref AS ref,
    'in'::text AS way,
    (- l.amount) AS amount,
    NULL::bigint AS fee,
    j.posted_at AS at,
    'payout'::text AS order_kind,
    o.id AS order_id
   FROM ((((payout_order o
     JOIN paid_proof x ON (((x.channel_account_id = o.channel_account_id) AND (x.kind = 'payout'::text) AND (x.order_id = o.id))))
     JOIN journal j ON (((j.event = 'payout.reverse'::text) AND (j.ref_id = o.id) AND (j.posted_at = o.completed_at))))
     CROSS JOIN LATERAL UNNEST(j.account_ids, j.amounts) l(account_id, amount))
     JOIN account a ON (((a.id = l.account_id) AND (a.kind = 'A100'::text))))
  WHERE ((o.reverse_status = 'reversed'::text) AND (NOT o.is_test))
UNION ALL
 SELECT ('settled:'::text || s.id) AS item,
    s.channel_account_id,
    s.statement_ref AS ref,
    'out'::text AS way,
    (- s.arrived) AS amount,
    NULL::bigint AS fee,
    s.created_at AS at,
    NULL::text AS order_kind,
    NULL::bigint AS order_id
   FROM channel_settlement s
  WHERE (s.arrived > 0)
UNION ALL
 SELECT ('prefund:'::text || f.id) AS item,
    f.channel_account_id,
    f.transfer_ref AS ref,
    'in'::text AS way,
    f.amount,
    NULL::bigint AS fee,
    f.created_at AS at,
    NULL::text AS order_kind,
    NULL::bigint AS order_id
   FROM channel_prefund f;
