import type { Label } from '../../core/taint.ts'

/** What a secret shows of itself. */
const SHOWN = '[secret]'

/**
 * Bytes that nobody prints by accident: text, JSON and inspection show nothing of them, and they can be wiped.
 *
 * @example const key = SecretBytes.fromHex('0x…', 'WalletSecret'); key.use((bytes) => sign(bytes)); key.wipe()
 */
export class SecretBytes {
  readonly label: Label
  readonly #bytes: Uint8Array
  #isWiped = false

  /** Take bytes over: the caller's array is the secret's own from here on, and wiped with it. */
  constructor(bytes: Uint8Array, label: Label) {
    this.#bytes = bytes
    this.label = label
  }

  /** Hand the bytes to a function; it must not keep them. @throws Error once they are wiped */
  use<T>(body: (bytes: Uint8Array) => T): T {
    if (this.#isWiped) throw new Error('the secret was wiped')
    return body(this.#bytes)
  }

  /** Overwrite the bytes with zeros. */
  wipe(): void {
    this.#bytes.fill(0)
    this.#isWiped = true
  }

  toString(): string {
    return SHOWN
  }

  toJSON(): string {
    return SHOWN
  }

  [Symbol.toPrimitive](): string {
    return SHOWN
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return SHOWN
  }
}
