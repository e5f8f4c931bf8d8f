/** Writes a WebAssembly binary. */
export class ByteWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Append bytes. */
  bytes(...values: readonly number[]): this {
    return this.append(values)
  }

  /** Append a run of bytes. */
  append(values: ArrayLike<number>): this {
    const end = this.#length + values.length
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2))
      grown.set(this.written())
      this.#bytes = grown
    }
    this.#bytes.set(values, this.#length)
    this.#length = end
    return this
  }

  /** Append an unsigned LEB128. */
  u32(value: number): this {
    let rest = value
    while (rest >= 0x80) {
      this.bytes((rest & 0x7f) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    return this.bytes(rest)
  }

  /** Append a signed LEB128 of a number that is not negative. */
  signed(value: number): this {
    let rest = value
    while (rest >= 0x40) {
      this.bytes((rest & 0x7f) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    return this.bytes(rest)
  }

  /** Append a run of bytes behind its length. */
  sized(values: Uint8Array): this {
    return this.u32(values.length).append(values)
  }

  /** Append a name. */
  name(text: string): this {
    return this.sized(new TextEncoder().encode(text))
  }

  /** Look at what was written so far. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Forget what was written. */
  clear(): void {
    this.#length = 0
  }
}
