-- Samples that were restored without their place were still marked as stored, and missing in the list of those without.
select set_config('lims.audit_check', 'queued', true);
update sample set is_stored = false
where is_stored and not exists (select from placement where placement.sample_id = sample.id);
