import { OpenFreezerWorkCard } from './open-freezer-work-card.tsx'
import { OpenMovesCard } from './open-moves-card.tsx'
import { OverdueCard } from './overdue-card.tsx'
import { TemperatureCard } from './temperature-card.tsx'

/** Alarms, overdue tubes and unfinished work at the freezers; each card only if there is any. */
export function FreezerWorkCards() {
  return (
    <>
      <TemperatureCard />
      <OverdueCard />
      <OpenMovesCard />
      <OpenFreezerWorkCard />
    </>
  )
}
