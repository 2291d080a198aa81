import type { Custody } from '@lims/contract/custody.ts'
import type { Permission, Role } from '@lims/contract/permissions.ts'
import type { PrintState } from '@lims/contract/print-runs.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction as KyselyTransaction } from 'kysely'
import type {
  BoxMoveStepTable,
  BoxMoveTable,
  BoxMoveTubeTable,
  CustodyEventTable,
  PickListItemTable,
  PickListTable,
  PlacementStayTable,
  PutAwayTable,
  StockTakeBoxTable,
  StockTakeTable,
  StockTakeTubeTable,
  TemperatureAlarmTable,
  TemperatureMonitorTable,
  TemperatureReadingTable,
  ThawOverLimitTable,
} from './freezer-work-tables.ts'
import type { DataFileTable, DvcFileTable, SyncErrorTable, SyncRunTable } from './sync-tables.ts'

/** A jsonb column, written as text. */
type Json = ColumnType<Record<string, unknown>, string | undefined, string>
type JsonOrNull = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>

type PersonTable = {
  id: string
  name: string
  email: Generated<string>
  avatar: string | null
  first_signed_in_at: Date
  last_signed_in_at: Date
  role: ColumnType<Role | null, Role | null | undefined, Role | null>
  role_from: Generated<'given' | 'setting' | 'provider' | 'default'>
  role_group: ColumnType<string | null, string | null | undefined, string | null>
  deactivated_at: ColumnType<Date | null, never, Date | null>
  /** For a service account: its owner, an administrator. */
  owner_id: ColumnType<string | null, string | null | undefined, never>
}

type RolesStateTable = { id: number; turned_on_at: Date; turned_on_by: string }

type ApiTokenTable = {
  id: Generated<string>
  name: string
  person_id: string
  /** SHA-256 of the token. */
  hash: Uint8Array
  permissions: Permission[]
  created_at: Date
  created_by: string
  created_with: ColumnType<string | null, string | null, never>
  expires_at: Date
  revoked_at: ColumnType<Date | null, never, Date>
  last_used_at: ColumnType<Date | null, never, Date>
  last_used_from: ColumnType<string | null, never, string>
}

type SessionTable = {
  id: string
  person_id: string
  issuer: string
  started_at: Date
  expires_at: Date
  ended_at: ColumnType<Date | null, never, Date>
}

type SignInAttemptTable = {
  state: string
  nonce: string
  code_verifier: string
  browser_hash: string
  target: string
  expires_at: Date
}

type SigningKeyTable = { id: number; secret: Uint8Array; made_at: Date }

type AuditEventTable = {
  id: GeneratedAlways<number>
  at: Date
  person_id: string
  action: string
  entity_type: string
  entity_id: string
  before: JsonOrNull
  after: JsonOrNull
  reason: ColumnType<string | null, string | null | undefined, never>
  /** The API token that acted. */
  token_id: ColumnType<string | null, string | null | undefined, never>
}

type AuditCommitmentTable = {
  event_id: number
  seal: number
  /** Null once the event is erased. */
  salt: Uint8Array | null
  commitment: Uint8Array
  /** For an erased event: the audit event of the erasure. */
  erased_by: ColumnType<number | null, never, number>
}

type AuditSealTable = {
  number: number
  first_event: number
  last_event: number
  events: number
  /** No event up to this one can come any more. */
  horizon: number
  previous_hash: Uint8Array
  root: Uint8Array
  hash: Uint8Array
  sealed_at: Date
}

type AuditTimeStampTable = { seal: number; hash: Uint8Array; response: Uint8Array; stamped_at: Date }

type AuditExportKeyTable = { id: number; private_key: Uint8Array; public_key: Uint8Array; made_at: Date }

type AnsweredRequestTable = {
  person_id: string
  key: string
  call: string
  fingerprint: string
  reply: JsonOrNull
  answered_at: Date
}

type BatchTable = {
  id: Generated<string>
  number: GeneratedAlways<number>
  name: string
  description: string
  metadata: Json
  version: Generated<number>
  created_at: Date
  created_by: string
  updated_at: Date
}

type SampleTable = {
  id: Generated<string>
  number: GeneratedAlways<number>
  /** The tube ID. */
  alias: Generated<string>
  name: string
  type: SampleType
  status: Generated<SampleStatus>
  custody: GeneratedAlways<Custody>
  /** The last change of custody that was not undone. */
  custody_event_id: GeneratedAlways<number | null>
  thaw_count: GeneratedAlways<number>
  /** Whether it is an aliquot, which shares later thaws of its parent. Null: the event of its creation says it. */
  thaws_with_parent: boolean | null
  /** Whole nanolitres. */
  volume_nl: number
  notes: Generated<string>
  batch_id: string
  parent_sample_id: string | null
  tube_type: string | null
  visit_id: string | null
  subject_id: string | null
  site_id: string | null
  collected_at: Date | null
  received_at: Date | null
  qc_at: Date | null
  processed_at: Date | null
  archived_at: Date | null
  bam_file_uri: string | null
  /** The path of the file in DVC; null when a person entered the address. */
  bam_path: string | null
  bam_md5: string | null
  /** Why the linked file may not be this sample's any more. */
  bam_doubt: Generated<string | null>
  bam_taken_off_at: Generated<Date | null>
  bam_size: number | null
  metadata: Json
  /** How many children of each type were ever registered. */
  child_counts: ColumnType<Record<string, number>, string | undefined, string>
  search_text: GeneratedAlways<string>
  is_stored: Generated<boolean>
  /** The time of the last lifecycle event; null for a sample that still has its first status. */
  moved_at: Date | null
  status_since: GeneratedAlways<Date>
  version: Generated<number>
  created_at: Date
  created_by: string
  updated_at: Date
}

type LifecycleEventTable = {
  id: GeneratedAlways<number>
  sample_id: string
  door: 'table' | 'receive' | 'undo'
  from_status: SampleStatus | null
  to_status: SampleStatus
  at: Date
  person_id: string
  notes: Generated<string>
  undoes: Generated<number | null>
  previous_moved_at: GeneratedAlways<Date | null>
  previous_reached_at: GeneratedAlways<Date | null>
  knows_previous: GeneratedAlways<boolean | null>
}

type StorageTable = {
  id: GeneratedAlways<number>
  alias: string
  type: StorageType
  number_rows: number
  number_columns: number
  row_prefix: string
  column_prefix: string
  /** °C; null: that of the storage around it. */
  nominal_temperature_c: ColumnType<number | null, number | null | undefined, number | null>
  metadata: Json
  version: Generated<number>
  created_at: Date
  created_by: string
  updated_at: Date
}

/** A cell and its content: a sample or another storage. */
type PlacementTable = {
  storage_id: number
  row_coordinate: number
  column_coordinate: number
  sample_id: string | null
  child_storage_id: number | null
  placed_at: Date
  placed_by: string
}

type PrintRunTable = {
  id: Generated<string>
  batch_id: string | null
  started_at: Date
  started_by: string
  finished_at: Date | null
  reason: string
  is_of_chosen: Generated<boolean>
}

type PrintLabelTable = {
  run_id: string
  place: number
  sample_id: string
  sample_name: string
  tube_id: string
  state: Generated<PrintState>
  reason: Generated<string>
  attempts: Generated<number>
  sent_at: GeneratedAlways<Date | null>
  changed_at: Date
  changed_by: string
}

type SampleCountTable = {
  batch_id: string
  status: SampleStatus
  type: SampleType
  /** Empty for samples without a site. */
  site_id: string
  waits: boolean
  slot: number
  samples: number
}

/** A copy of the status of each sample, which has the indexes on it; maintained by triggers. */
type SampleInStatusTable = {
  status: SampleStatus
  number: number
  since: Date
  /** In use, and not a child before RECEIVED. */
  waits: boolean
}

/** The running numbers of the samples that are in no cell; maintained by triggers. */
type SampleWithoutPlaceTable = { number: number; is_in_use: boolean }

/** The custody of each sample that is not available; maintained by triggers. */
type SampleNotAvailableTable = { custody: Custody; number: number }

type SavedViewTable = {
  id: Generated<string>
  owner_id: string
  name: string
  search: string
  columns: string[] | null
  is_shared: boolean
  saved_at: Date
}

type DeletionTable = {
  id: Generated<string>
  entity_type: 'sample' | 'batch' | 'storage'
  entity_id: string
  deleted_at: Date
  deleted_by: string
  undone_at: Date | null
  undone_by: string | null
}

type ErasureTable = {
  id: string
  erased_at: Date
  erased_by: string
  reason: string
  samples: 'keep' | 'destroy'
  salt: Uint8Array
  /** SHA-256 of the salt and the subject ID in capitals. */
  subject_hash: Uint8Array
  num_samples: number
  num_events: number
  num_deleted_rows: number
}

type DeletedRowTable = {
  deletion_id: string
  place: GeneratedAlways<number>
  table_name: string
  content: Json
  /** Of a sample with a parent: the last change of custody of the parent at the deletion; 0 if it had none. */
  parent_custody_event_id: number | null
}

type LifecycleRuleTable = { door: 'table' | 'receive'; from_status: SampleStatus; to_status: SampleStatus }

export type Tables = {
  person: PersonTable
  roles_state: RolesStateTable
  api_token: ApiTokenTable
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  signing_key: SigningKeyTable
  audit_event: AuditEventTable
  audit_commitment: AuditCommitmentTable
  audit_seal: AuditSealTable
  audit_time_stamp: AuditTimeStampTable
  audit_export_key: AuditExportKeyTable
  answered_request: AnsweredRequestTable
  batch: BatchTable
  sample: SampleTable
  lifecycle_event: LifecycleEventTable
  custody_event: CustodyEventTable
  put_away: PutAwayTable
  thaw_over_limit: ThawOverLimitTable
  lifecycle_rule: LifecycleRuleTable
  print_run: PrintRunTable
  print_label: PrintLabelTable
  storage: StorageTable
  placement: PlacementTable
  box_move: BoxMoveTable
  box_move_step: BoxMoveStepTable
  box_move_tube: BoxMoveTubeTable
  sample_count: SampleCountTable
  sample_in_status: SampleInStatusTable
  sample_without_place: SampleWithoutPlaceTable
  sample_not_available: SampleNotAvailableTable
  saved_view: SavedViewTable
  pick_list: PickListTable
  pick_list_item: PickListItemTable
  stock_take: StockTakeTable
  stock_take_box: StockTakeBoxTable
  stock_take_tube: StockTakeTubeTable
  temperature_reading: TemperatureReadingTable
  temperature_monitor: TemperatureMonitorTable
  temperature_alarm: TemperatureAlarmTable
  placement_stay: PlacementStayTable
  deletion: DeletionTable
  deleted_row: DeletedRowTable
  erasure: ErasureTable
  /** Erasures whose old row versions may still be in the files of the database. */
  erasure_to_clean: { erasure_id: string }
  sync_run: SyncRunTable
  sync_error: SyncErrorTable
  dvc_file: DvcFileTable
  data_file: DataFileTable
}

/** For reads. A transaction can be passed too. */
export type Db = Kysely<Tables>
/** For writes: a use case takes this and cannot see the database behind it. */
export type Transaction = KyselyTransaction<Tables>
