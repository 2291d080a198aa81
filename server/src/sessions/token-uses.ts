/** A token that is used from more addresses within a minute has leaked, or goes through a pool of proxies. */
const maxAddresses = 20

/** From which addresses the API tokens were used in the present minute, on this server. */
export class TokenUses {
  #minuteAt = 0
  #addresses = new Map<string, Set<string>>()

  /** Returns whether a use is the first one of its minute from its address, and one of the first 20 addresses. */
  isNew(tokenId: string, ip: string, minuteAt: number): boolean {
    if (minuteAt !== this.#minuteAt) {
      this.#minuteAt = minuteAt
      this.#addresses = new Map()
    }
    const addresses = this.#addresses.get(tokenId) ?? new Set()
    this.#addresses.set(tokenId, addresses)
    if (addresses.has(ip) || addresses.size === maxAddresses) return false
    addresses.add(ip)
    return true
  }

  /** Forgets a use that could not be saved, so that the next one is saved. */
  forget(tokenId: string, ip: string): void {
    this.#addresses.get(tokenId)?.delete(ip)
  }
}
