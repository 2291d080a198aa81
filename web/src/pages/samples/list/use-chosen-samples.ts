import type { Sample } from '@lims/contract/samples.ts'
import { useCallback, useMemo, useState } from 'react'

const none: ReadonlyMap<string, Sample> = new Map()

/** The samples that a person has chosen. They stay chosen while a filter hides them. */
export function useChosenSamples(loaded: readonly Sample[]) {
  const [chosen, setChosen] = useState(none)
  const { samples, hidden } = useMemo(() => {
    const ids = new Set(loaded.map(({ id }) => id))
    const hidden = [...chosen.values()].filter(({ id }) => !ids.has(id))
    return { samples: [...loaded.filter(({ id }) => chosen.has(id)), ...hidden], hidden }
  }, [loaded, chosen])

  return {
    ids: useMemo(() => new Set(chosen.keys()), [chosen]),
    /** As they are now, where they are in the list, and then as they were, where they are not. */
    samples,
    numHidden: hidden.length,
    /** Says which of the loaded ones are chosen. */
    choose(ids: ReadonlySet<string>) {
      const shown = loaded.filter(({ id }) => ids.has(id))
      setChosen(new Map([...hidden, ...shown].map((sample) => [sample.id, sample])))
    },
    drop: useCallback(
      (gone: string) => setChosen((before) => new Map([...before].filter(([id]) => id !== gone))),
      [],
    ),
    clear: () => setChosen(none),
  }
}
