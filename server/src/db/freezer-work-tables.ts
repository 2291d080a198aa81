import type { Custody, CustodyStep } from '@lims/contract/custody.ts'
import type { MoveGoal, MoveState, MoveStepState } from '@lims/contract/moves.ts'
import type { PickItemState } from '@lims/contract/picks.ts'
import type { StockTakeResult, StockTakeState } from '@lims/contract/stock-takes.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type CustodyEventTable = {
  id: GeneratedAlways<number>
  sample_id: string
  via: CustodyStep | 'undo'
  from_custody: Custody
  to_custody: Custody
  at: Date
  person_id: string
  reason: Generated<string>
  purpose: Generated<string>
  expected_return_at: Date | null
  /** Whether it counts a freeze-thaw cycle. */
  thawed: Generated<boolean>
  pick_list_id: string | null
  undoes: Generated<number | null>
  previous_event_id: GeneratedAlways<number | null>
  /** The cell of the sample when the change was made, also if the change freed it. */
  storage_id: GeneratedAlways<number | null>
  row_coordinate: GeneratedAlways<number | null>
  column_coordinate: GeneratedAlways<number | null>
  /** Whether the change took the sample out of its cell. */
  frees_cell: Generated<boolean>
  /** Whether the sample waited to be put away before the change. */
  ended_put_away: GeneratedAlways<boolean>
  /** When a check-out was scanned, if that is before `at`. */
  thawed_at: Date | null
}

/** Returned samples that nobody has put into a cell yet; triggers insert and delete. */
export type PutAwayTable = { sample_id: string; returned_at: Date; returned_by: string }

export type ThawOverLimitTable = {
  event_id: number
  sample_id: string
  thaw_count: number
  thaw_limit: number
  requested_by: string
  confirmed_by: string | null
  confirmed_at: Date | null
}

export type StockTakeTable = {
  id: Generated<string>
  number: GeneratedAlways<number>
  storage_id: number
  storage_name: string
  state: Generated<StockTakeState>
  started_at: Date
  started_by: string
  closed_at: ColumnType<Date | null, undefined, Date | null>
  closed_by: ColumnType<string | null, undefined, string | null>
}

export type StockTakeBoxTable = {
  stock_take_id: string
  storage_id: number
  place: number
  alias: string
  path: string
  is_open: GeneratedAlways<boolean>
  /** The time of the first scan. */
  begun_at: Date | null
  counted_at: Date | null
  counted_by: string | null
  finished_at: Date | null
  finished_by: string | null
  is_empty: Generated<boolean>
  /** The tubes that should have been there when it was finished. */
  expected: number | null
}

export type StockTakeTubeTable = {
  id: GeneratedAlways<number>
  stock_take_id: string
  /** The id of the sample, or an unknown code in capitals. */
  tube_key: string
  sample_id: string | null
  code: string
  result: StockTakeResult
  box_id: number
  row_coordinate: number | null
  column_coordinate: number | null
  recorded_storage_id: number | null
  recorded_row: number | null
  recorded_column: number | null
  recorded_place: string | null
  recorded_custody: Custody | null
  custody_event_id: number | null
  is_changed_since: Generated<boolean>
  counted_at: Date
  counted_by: string
  is_accepted: Generated<boolean>
  accepted_event_id: number | null
  accepted_storage_id: number | null
  accepted_row: number | null
  accepted_column: number | null
}

export type BoxMoveTable = {
  id: Generated<string>
  name: string
  goal: MoveGoal
  source_ids: number[]
  target_ids: number[]
  merges: boolean
  below_percent: number
  allows_unknown_temperature: boolean
  state: Generated<MoveState>
  started_at: Date
  started_by: string
  ended_at: Date | null
  ended_by: string | null
}

export type BoxMoveStepTable = {
  move_id: string
  box_id: number
  box_alias: string
  place: number
  kind: 'box' | 'tubes'
  tubes: number
  from_storage_id: number | null
  from_row: number | null
  from_column: number | null
  to_storage_id: number | null
  to_row: number | null
  to_column: number | null
  state: MoveStepState
  note: Generated<string>
  is_changed: Generated<boolean>
  picked_up_at: Date | null
  picked_up_by: string | null
  confirmed_at: Date | null
  confirmed_by: string | null
  action_number: number | null
  /** Null in steps that a server of the version before has saved. */
  was_unfit: Generated<boolean | null>
  /** °C, of the box when the step was planned; null if unknown. */
  temperature_c: number | null
}

/** The cells of the tubes of a step that merges a box into another. */
export type BoxMoveTubeTable = {
  move_id: string
  box_id: number
  sample_id: string
  from_row: number
  from_column: number
  to_row: number
  to_column: number
}

export type PickListTable = {
  id: Generated<string>
  name: string
  purpose: string
  /** For whom the tubes are reserved. */
  person_id: string
  created_at: Date
  created_by: string
  expected_return_at: Date | null
  thawed: boolean
  closed_at: ColumnType<Date | null, never, Date>
  closed_by: ColumnType<string | null, never, string>
}

export type PickListItemTable = {
  pick_list_id: string
  sample_id: string
  sample_name: string
  tube_id: string
  state: PickItemState
  reason: Generated<string>
  changed_at: Date
  changed_by: string
}

export type TemperatureReadingTable = {
  storage_id: number
  /** Hundredths of a degree Celsius. */
  hundredths: number
  is_outside: boolean
  at: Date
}

export type TemperatureMonitorTable = {
  storage_id: number
  /** Null: 10 °C below or above the nominal temperature. */
  lower_hundredths: ColumnType<number | null, number | null | undefined, number | null>
  upper_hundredths: ColumnType<number | null, number | null | undefined, number | null>
  minutes_outside: Generated<number>
  minutes_without_readings: Generated<number>
  version: Generated<number>
  /** The latest reading; null before the first. */
  last_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  last_hundredths: ColumnType<number | null, number | null | undefined, number | null>
  last_is_outside: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
}

export type TemperatureAlarmTable = {
  id: GeneratedAlways<number>
  storage_id: number
  kind: 'outside' | 'no-readings'
  began_at: Date
  ended_at: Date | null
  lowest: number | null
  highest: number | null
  acknowledged_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  acknowledged_by: ColumnType<string | null, string | null | undefined, string | null>
  note: Generated<string>
  is_withdrawn: Generated<boolean>
}

/** Which content was in which storage, and when. Written by triggers on `placement`. */
export type PlacementStayTable = {
  id: GeneratedAlways<number>
  storage_id: number
  sample_id: string | null
  child_storage_id: number | null
  from_at: Date
  to_at: Date | null
  /**
   * The latest change of custody of the sample when this stay ended its waiting to be put away, or would have ended it
   * had that change not done so. Null if there is none.
   */
  put_away_event_id: GeneratedAlways<number | null>
  keeps_put_away: boolean
  archived_before: Date | null
  restores_id: number | null
  /** When, and by whom, a person last put the sample into a cell, also if only its record was moved after that. */
  last_placed_at: Date | null
  last_placed_by: string | null
}
