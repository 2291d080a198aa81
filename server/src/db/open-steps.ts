import { type MoveStepState, openStepStates } from '@lims/contract/moves.ts'
import { sql } from 'kysely'

/** As literals, so that the planner uses the partial indexes on these states. */
const listOf = (states: readonly MoveStepState[]) => sql`(${sql.join(states.map((state) => sql.lit(state)))})`

/** Of the open steps of moves, for `state in …`. */
export const openStates = listOf(openStepStates)
/** Of the open steps that have a place in the plan. */
export const openStatesWithPlace = listOf(openStepStates.filter((state) => state !== 'unfit'))
