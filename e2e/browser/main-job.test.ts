// Being written by the lead right now (from 13:57).
