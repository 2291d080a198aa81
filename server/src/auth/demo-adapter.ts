import type { Adapter, AdapterPayload } from 'oidc-provider'

const longest = 600

type Kept = { payload: AdapterPayload; until: number }

/** What the demo identity remembers, in memory: a sign-in takes a minute, and a restart may forget it. */
export function demoAdapter(): (model: string) => Adapter {
  const kept = new Map<string, Kept>()

  const forgetExpired = () => {
    for (const [key, { until }] of kept) if (until <= Date.now()) kept.delete(key)
  }
  const where = (fits: (payload: AdapterPayload) => boolean) =>
    [...kept.entries()].filter(([, { payload }]) => fits(payload))

  return (model) => {
    const key = (id: string) => `${model}:${id}`
    const find = async (id: string) => kept.get(key(id))?.payload
    return {
      upsert: async (id, payload, expiresIn) => {
        // Nobody stays signed in here: each sign-in chooses its person anew, after whoever came before.
        if (model === 'Session') return
        forgetExpired()
        kept.set(key(id), { payload, until: Date.now() + (expiresIn ?? longest) * 1000 })
      },
      find,
      findByUid: async (uid) => where((payload) => payload.uid === uid)[0]?.[1].payload,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void kept.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [found] of where((payload) => payload.grantId === grantId)) kept.delete(found)
      },
    }
  }
}
