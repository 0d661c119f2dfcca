-- Up Migration
-- Templates are made on a screen of their own (collectionMethod.c_m); giving them to merchants never asked for a right to
-- create, so that whoever was granted it was granted nothing. It is no right any more.
UPDATE role SET permissions = array_remove(permissions, 'collectionMethod.customer_c_m.create')
WHERE 'collectionMethod.customer_c_m.create' = ANY (permissions);
UPDATE app_user SET permissions = array_remove(permissions, 'collectionMethod.customer_c_m.create')
WHERE 'collectionMethod.customer_c_m.create' = ANY (permissions);
