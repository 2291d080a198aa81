-- A session is good only with the identity provider that opened it. Of sessions from before nobody knows: they have ended.
update session set ended_at = now() where ended_at is null;
alter table session add column issuer text not null default '';
alter table session alter column issuer drop default;
