-- Why the file that a scan linked may not be this sample's any more. Such a link is shown and not used.
alter table sample add column bam_doubt text;
-- When a person took a scan's link off: scans give none back until a person enters an address.
alter table sample add column bam_taken_off_at timestamptz;
create index sample_by_bam_path on sample (bam_path) where bam_path is not null;
create index sample_in_doubt on sample (number) where bam_doubt is not null;

create or replace function forget_scanned_bam() returns trigger language plpgsql as $$
begin
  if current_setting('lims.linking', true) is distinct from 'on'
    and (new.bam_file_uri is distinct from old.bam_file_uri or old.bam_doubt is not null) then
    if new.bam_file_uri is not null then
      new.bam_taken_off_at := null;
    elsif old.bam_md5 is not null then
      new.bam_taken_off_at := new.updated_at;
    end if;
    new.bam_path := null;
    new.bam_md5 := null;
    new.bam_size := null;
    new.bam_doubt := null;
  end if;
  return new;
end
$$;

-- Until now only the file remembered it.
select set_config('lims.audit_check', 'queued', true);
update sample set bam_taken_off_at = updated_at
where bam_file_uri is null and exists (
  select from data_file where data_file.sample_id = sample.id and not data_file.needs_match
);
