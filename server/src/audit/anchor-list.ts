import type { Anchor } from './verify-chain.ts'

const anchorsPerBlock = 10_000
const hashBytes = 32
/** Two numbers, the seal and its time, and the hash. */
const anchorBytes = 8 + 8 + hashBytes

/**
 * Anchors by seal, those of one seal in the order in which they were added. A laboratory has millions of them after
 * some years: one of the anchor file takes 48 bytes outside of the heap, if its hash and time are written as `Anchorer`
 * does.
 */
export class AnchorList implements Iterable<Anchor> {
  readonly #blocks: Buffer[] = []
  /** By position: anchors of another form, which do not fit into a block. */
  readonly #others = new Map<number, Anchor>()
  #length = 0
  #lastSeal = Number.NEGATIVE_INFINITY
  #isInOrder = true

  add(anchor: Anchor): void {
    const position = this.#length++
    if (position % anchorsPerBlock === 0) this.#blocks.push(Buffer.alloc(anchorsPerBlock * anchorBytes))
    const { block, offset } = this.#place(position)
    block.writeDoubleLE(anchor.seal, offset)
    if (isCompact(anchor)) {
      block.writeDoubleLE(Date.parse(anchor.at), offset + 8)
      block.write(anchor.hash, offset + 16, 'hex')
    } else this.#others.set(position, anchor)
    this.#isInOrder &&= anchor.seal >= this.#lastSeal
    this.#lastSeal = anchor.seal
  }

  *[Symbol.iterator](): Generator<Anchor> {
    const order = this.#isInOrder ? undefined : this.#positionsBySeal()
    for (let index = 0; index < this.#length; index++) yield this.#anchorAt(order?.[index] ?? index)
  }

  #positionsBySeal(): Uint32Array {
    const positions = new Uint32Array(this.#length).map((_, index) => index)
    return positions.sort((a, b) => this.#sealAt(a) - this.#sealAt(b) || a - b)
  }

  #anchorAt(position: number): Anchor {
    const other = this.#others.get(position)
    if (other) return other
    const { block, offset } = this.#place(position)
    return {
      seal: this.#sealAt(position),
      at: new Date(block.readDoubleLE(offset + 8)).toISOString(),
      hash: block.toString('hex', offset + 16, offset + anchorBytes),
      from: anchorFileName,
    }
  }

  #sealAt(position: number): number {
    const { block, offset } = this.#place(position)
    return block.readDoubleLE(offset)
  }

  #place(position: number): { block: Buffer; offset: number } {
    const block = this.#blocks[Math.floor(position / anchorsPerBlock)]
    if (!block) throw new Error(`There is no anchor ${position}`)
    return { block, offset: (position % anchorsPerBlock) * anchorBytes }
  }
}

/** The name of the anchor file in findings. */
export const anchorFileName = 'the anchor file'

const isCompact = ({ hash, at, from }: Anchor) =>
  from === anchorFileName && /^[0-9a-f]{64}$/.test(hash) && isIsoTime(at)

function isIsoTime(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}
