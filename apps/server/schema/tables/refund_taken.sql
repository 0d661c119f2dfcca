-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122120000_refund
-- What refunds took of the legs of plans that waited, order by order.

CREATE VIEW refund_taken AS
 SELECT order_id,
    array_agg(amount ORDER BY n) AS taken
   FROM ( SELECT r.order_id,
            l.n,
            sum_minor(l.amount) AS amount
           FROM (refund r
             CROSS JOIN LATERAL unnest(r.taken) WITH ORDINALITY l(amount, n))
          GROUP BY r.order_id, l.n) t
  GROUP BY order_id;
