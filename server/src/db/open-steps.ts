import { type MoveStepState, openStepStates } from '@lims/contract/moves.ts'
import { sql } from 'kysely'

/** As literals, so that the planner uses the partial indexes on these states. */
const listOf = (states: readonly MoveStepState[]) => sql`(${sql.join(states.map((state) => sql.lit(state)))})`

/** The states of open steps of moves, for `state in …`. */
export const openStates = listOf(openStepStates)
/** The states of open steps for which the plan has a place. */
export const openStatesWithPlace = listOf(openStepStates.filter((state) => state !== 'unfit'))
