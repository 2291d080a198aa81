import type { Sample } from '@lims/contract/samples.ts'
import { useCallback, useMemo, useState } from 'react'

const none: ReadonlyMap<string, Sample> = new Map()

/** The chosen samples of the list. They stay chosen while a filter hides them. `loaded` are the samples in the list. */
export function useChosenSamples(loaded: readonly Sample[]) {
  const [chosen, setChosen] = useState(none)
  const { samples, hidden } = useMemo(() => {
    const ids = new Set(loaded.map(({ id }) => id))
    const hidden = [...chosen.values()].filter(({ id }) => !ids.has(id))
    return { samples: [...loaded.filter(({ id }) => chosen.has(id)), ...hidden], hidden }
  }, [loaded, chosen])

  return {
    ids: useMemo(() => new Set(chosen.keys()), [chosen]),
    /** First those in the list, as they are now; then the hidden ones, as they were when they were last loaded. */
    samples,
    numHidden: hidden.length,
    /** Sets which of the loaded samples are chosen; hidden ones stay chosen. */
    choose(ids: ReadonlySet<string>) {
      const shown = loaded.filter(({ id }) => ids.has(id))
      setChosen(new Map([...hidden, ...shown].map((sample) => [sample.id, sample])))
    },
    remove: useCallback(
      (id: string) => setChosen((before) => new Map([...before].filter(([other]) => other !== id))),
      [],
    ),
    clear: () => setChosen(none),
  }
}
