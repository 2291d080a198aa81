-- Whether a confirmed box had no planned place: its undo leaves it without one again.
alter table box_move_step add column was_unfit boolean not null default false;
