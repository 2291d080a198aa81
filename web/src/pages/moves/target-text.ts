import type { MovePlace, PlannedStep } from '@lims/contract/moves.ts'
import { pathText } from '../../entities/storage/path-text.ts'

/** Returns where a box, or its tubes, are to go: 'Freezer 2 › Rack A › A3', 'tubes into Freezer 2 › Box 7'. */
export const targetText = (kind: PlannedStep['kind'], to: MovePlace): string =>
  `${kind === 'tubes' ? 'tubes into ' : ''}${pathText(to.path)}`
