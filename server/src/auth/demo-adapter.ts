import type { Adapter, AdapterPayload } from 'oidc-provider'

const maxSeconds = 600

type Entry = { payload: AdapterPayload; until: number }

/** The storage of the demo identity, in memory: a sign-in takes a minute, and may be lost by a restart. */
export function demoAdapter(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()

  const forgetExpired = () => {
    for (const [key, { until }] of entries) if (until <= Date.now()) entries.delete(key)
  }
  const where = (fits: (payload: AdapterPayload) => boolean) =>
    [...entries.entries()].filter(([, { payload }]) => fits(payload))

  return (model) => {
    const key = (id: string) => `${model}:${id}`
    const find = async (id: string) => entries.get(key(id))?.payload
    return {
      upsert: async (id, payload, expiresIn) => {
        // Without sessions, each sign-in asks for the person again.
        if (model === 'Session') return
        forgetExpired()
        entries.set(key(id), { payload, until: Date.now() + (expiresIn ?? maxSeconds) * 1000 })
      },
      find,
      findByUid: async (uid) => where((payload) => payload.uid === uid)[0]?.[1].payload,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [found] of where((payload) => payload.grantId === grantId)) entries.delete(found)
      },
    }
  }
}
