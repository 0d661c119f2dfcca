-- Up Migration
-- Whoever lets a batch go lets go what waits of it then. What is corrected and submitted of it after that was seen by nobody
-- but its maker.

ALTER TABLE payout_batch ADD COLUMN let_go_upto bigint;
UPDATE payout_batch b SET let_go_upto = (SELECT max(r.payout_id) FROM payout_batch_row r WHERE r.batch_id = b.id)
WHERE b.let_go_by IS NOT NULL;
ALTER TABLE payout_batch ADD CONSTRAINT payout_batch_let_go CHECK ((let_go_by IS NULL) = (let_go_upto IS NULL));
