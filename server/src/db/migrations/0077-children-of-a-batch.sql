-- The children in a batch, of which its page and the list of samples show a count: a child is made in the laboratory, and
-- is no tube that has yet to arrive. Without the status, of which a change would then write this index too.
create index sample_children_of_batch on sample (batch_id) where parent_sample_id is not null;
